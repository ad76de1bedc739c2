/// Follows one person's way through the steps of a funnel, considering every start at once.
///
/// For each step it keeps the attempt that reached it with the latest start: such an attempt has the most time left, so
/// no other can get further. The first attempt to reach the furthest step is the one that counts.
struct FunnelAttempts {
    /// The number of steps reached so far.
    private(set) var reached = 0
    /// The times of the attempt that counts; the first ``reached`` are valid.
    private(set) var times: [Int64]

    private let count: Int
    private let window: Int64
    /// Row `n` holds the times of the attempt that reached step `n`.
    private var attempts: [Int64]
    private var isOpen: [Bool]

    init(steps: Int, window: Int64) {
        self.count = steps
        self.window = window
        self.times = Array(repeating: 0, count: steps)
        self.attempts = Array(repeating: 0, count: steps * steps)
        self.isOpen = Array(repeating: false, count: steps)
    }

    /// Forgets everything, for the next person.
    mutating func reset() {
        guard self.reached > 0 else { return }
        self.reached = 0
        for index in 0..<self.count { self.isOpen[index] = false }
    }

    /// Takes the person's next event, which could fill the steps whose bits are set.
    ///
    /// From the last step to the first, so that one event is never taken twice by one attempt (bug case O-39).
    mutating func handle(time: Int64, steps: UInt32, mayStart: Bool) {
        var left = steps
        while left != 0 {
            let step = 31 - left.leadingZeroBitCount
            left &= ~(1 << UInt32(step))
            if step == 0 {
                guard mayStart else { continue }
                self.attempts[0] = time
            } else {
                let before = (step - 1) * self.count
                guard self.isOpen[step - 1], time - self.attempts[before] <= self.window else { continue }
                let row = step * self.count
                for index in 0..<step { self.attempts[row + index] = self.attempts[before + index] }
                self.attempts[row + step] = time
            }
            self.isOpen[step] = true
            guard step >= self.reached else { continue }
            self.reached = step + 1
            for index in 0...step { self.times[index] = self.attempts[step * self.count + index] }
        }
    }
}
