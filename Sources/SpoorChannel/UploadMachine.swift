/// The rules of uploading: what happened goes in, what to do comes out.
///
/// One request at a time, strictly oldest first. The machine reads no clock and sends nothing, so every rule of the
/// answer table is tested in virtual time.
public struct UploadMachine: Sendable {
    /// What happened.
    public enum Input: Equatable, Sendable {
        /// An upload is asked for.
        case trigger(UploadTrigger)

        /// A batch of `count` records, of so many bytes, was taken and marked; zero where nothing waits.
        case taken(count: Int, bytes: Int = 0)

        /// No batch was taken, because the app has too little time left in the background.
        case outOfTime

        /// No batch was taken: what is there waits for another network or day; nil where uploading is turned off.
        case held(UploadHold?)

        /// The batch was answered.
        case answered(UploadVerdict)

        /// The wait that was asked for ended.
        case woke
    }

    /// What to do, in order.
    public enum Action: Equatable, Sendable {
        /// Select and mark at most `maxCount` records, oldest first.
        case take(maxCount: Int)

        /// Send the batch that was taken.
        case send

        /// Delete the batch, except the positions the receipt calls rejected, which become dead letters.
        case settle(UploadReceipt)

        /// Delete the batch, which the receiver refused in a debug mode.
        case discard(status: Int)

        /// Make these positions of the batch dead letters and unmark the rest.
        case bury(positions: [Int], reason: UploadRefusal)

        /// Unmark the batch; it is tried again.
        case release

        /// Keep the one record of the batch marked, apart, until it is clear whose fault the refusal is.
        case setAside

        /// Make the record that was set aside a dead letter.
        case burySetAside(UploadRefusal)

        /// Unmark the record that was set aside.
        case releaseSetAside

        /// Come back with ``Input/woke`` after a while.
        case wake(after: Duration)

        /// Persist the wait, and the search for a refused record.
        case saveBackoff

        /// Tell who waits that this run ended.
        case finish(UploadOutcome)
    }

    /// The world at the moment of an input.
    public struct Moment: Sendable {
        /// Time since start, never going back.
        public var uptime: Duration

        /// A number in 0..<1.
        public var random: Double

        /// Creates a moment.
        public init(uptime: Duration, random: Double) {
            self.uptime = uptime
            self.random = random
        }
    }

    private enum Phase: Equatable {
        case idle
        case taking
        case sending
        case pausing
    }

    /// The wait after failures.
    public private(set) var backoff: Backoff

    /// Whether uploading is on.
    public var isEnabled = true

    private var sizer: BatchSizer
    private var phase = Phase.idle
    private var batchCount = 0
    private var batchBytes = 0
    private var hasSetAside = false
    private var setAsideReason = UploadRefusal.refused
    /// Whether the server refused two lone records in a row, and has taken nothing since: each attempt then is one
    /// request with one record, the oldest or the one behind it, until a record arrives.
    private var isDoubted = false

    /// A record larger than this that alone is answered 413 is taken to be too large; a smaller one may not be at fault.
    public static let surelyLarge = 64 << 10

    /// Creates a machine.
    ///
    /// - Parameters:
    ///   - sizer: how batches grow.
    ///   - backoff: the wait taken over from the last run.
    public init(sizer: BatchSizer, backoff: Backoff = Backoff()) {
        self.sizer = sizer
        self.backoff = backoff
    }

    /// Whether a run is going on.
    public var isRunning: Bool { self.phase != .idle }

    /// Takes up a wait that was saved by an earlier run.
    public mutating func restore(_ backoff: Backoff) {
        self.backoff = backoff
        self.isDoubted = false
    }

    /// How many records at the head of the queue hold one that the server refused; nil where none is searched for.
    ///
    /// Kept across restarts, so that an app that ends often still gets rid of it (bug case O-07).
    public var suspects: Int? { self.hasSetAside ? 1 : self.sizer.suspects }

    /// Goes on with the search of an earlier run, after the shortest wait.
    public mutating func resumeSearch(among count: Int, at uptime: Duration) {
        self.sizer.resumeSearch(among: count)
        self.backoff.pause(uptime: uptime)
    }

    /// Takes other sizes of batches.
    public mutating func resizeBatches(initial: Int, largest: Int) {
        self.sizer.resize(initial: initial, largest: largest)
    }

    /// Ends the run because the queue itself failed; it is tried again after half a minute.
    public mutating func abort() -> [Action] {
        self.phase = .idle
        self.hasSetAside = false
        self.sizer.endSearch()
        return [.wake(after: Backoff.longest / 10)]
    }

    /// Decides.
    public mutating func handle(_ input: Input, at moment: Moment) -> [Action] {
        switch (input, self.phase) {
        case (.trigger(let trigger), .idle):
            self.begin(trigger, at: moment)
        case (.woke, .idle):
            self.begin(.retry, at: moment)
        case (.woke, .pausing):
            self.take()
        case (.taken(let count, let bytes), .taking):
            self.taken(count, bytes: bytes)
        case (.outOfTime, .taking):
            self.outOfTime()
        case (.held(let hold), .taking):
            self.held(hold)
        case (.answered(let verdict), .sending):
            self.answered(verdict, at: moment)
        default:
            []
        }
    }

    private mutating func begin(_ trigger: UploadTrigger, at moment: Moment) -> [Action] {
        guard self.isEnabled else { return [.finish(.disabled)] }
        let remaining = self.backoff.remaining(uptime: moment.uptime)
        let isAskedByServer = self.backoff.isAskedByServer(uptime: moment.uptime)
        guard remaining == .zero || (trigger == .flush && !isAskedByServer) else {
            return [.finish(.waiting(remaining: remaining, askedByServer: isAskedByServer))]
        }
        return self.take()
    }

    private mutating func take() -> [Action] {
        guard self.isEnabled else { return self.cease() }
        self.phase = .taking
        // One is enough to tell whether the server refuses everything, or only what was set aside.
        return [.take(maxCount: self.hasSetAside || self.isDoubted ? 1 : self.sizer.next)]
    }

    /// Ends the run because uploading was switched off in the middle of it.
    private mutating func cease() -> [Action] {
        self.phase = .idle
        self.sizer.endSearch()
        guard self.hasSetAside else { return [.finish(.disabled)] }
        self.hasSetAside = false
        return [.releaseSetAside, .saveBackoff, .finish(.disabled)]
    }

    private mutating func outOfTime() -> [Action] {
        self.phase = .idle
        return [.finish(.outOfTime)]
    }

    /// Ends the run; a record that was set aside stays so until the next one.
    private mutating func held(_ hold: UploadHold?) -> [Action] {
        guard let hold else { return self.cease() }
        self.phase = .idle
        return [.finish(.held(hold))]
    }

    private mutating func taken(_ count: Int, bytes: Int) -> [Action] {
        guard count > 0 else {
            self.phase = .idle
            self.sizer.endSearch()
            if self.hasSetAside {
                self.hasSetAside = false
                // No other is there to tell whether the server still refuses all.
                if self.isDoubted { return [.releaseSetAside] + self.take() }
                return [.burySetAside(self.setAsideReason), .saveBackoff, .finish(.complete)]
            }
            return [.finish(.complete)]
        }
        self.batchCount = count
        self.batchBytes = bytes
        self.phase = .sending
        return [.send]
    }

    private mutating func answered(_ verdict: UploadVerdict, at moment: Moment) -> [Action] {
        switch verdict {
        case .delivered(let receipt):
            return self.delivered(receipt, at: moment)
        case .tooLarge:
            return self.tooLarge(at: moment)
        case .refused(let named):
            return self.refused(named: named, at: moment)
        case .discarded(let status):
            self.backoff.succeed()
            self.isDoubted = false
            return [.discard(status: status)] + self.take()
        case .overloaded(_, let wait):
            return self.fail(verdict, asked: wait, at: moment)
        case .unopened, .barred, .foreign, .unreachable, .locked:
            return self.fail(verdict, asked: nil, at: moment)
        }
    }

    private mutating func delivered(_ receipt: UploadReceipt, at moment: Moment) -> [Action] {
        let hadFailures = self.backoff.failures > 0
        self.isDoubted = false
        let wasSearching = self.suspects != nil
        self.backoff.succeed()
        self.sizer.delivered(self.batchCount)
        var actions: [Action] = [.settle(receipt)]
        // After a time in which the server refused everything, one refusal proves nothing: it gets another try.
        if self.hasSetAside { actions.append(hadFailures ? .releaseSetAside : .burySetAside(self.setAsideReason)) }
        self.hasSetAside = false
        if hadFailures || wasSearching { actions.append(.saveBackoff) }
        // While a refused record is searched for, good answers come between bad ones; the distance is kept all the same.
        return actions + (self.sizer.suspects == nil ? self.take() : self.pause(at: moment))
    }

    private mutating func refused(named: [Int], at moment: Moment) -> [Action] {
        if !named.isEmpty, named.count < self.batchCount {
            self.sizer.endSearch()
            return [.bury(positions: named, reason: .refused), .saveBackoff] + self.pause(at: moment)
        }
        if self.sizer.refused(self.batchCount) {
            return [.release, .saveBackoff] + self.pause(at: moment)
        }
        return self.refusedAlone(.refused, as: .refused(named: []), at: moment)
    }

    private mutating func tooLarge(at moment: Moment) -> [Action] {
        if self.sizer.tooLarge(self.batchCount) { return [.release] + self.pause(at: moment) }
        guard self.batchBytes > Self.surelyLarge else {
            return self.refusedAlone(.tooLarge, as: .tooLarge, at: moment)
        }
        return [.bury(positions: [0], reason: .tooLarge)] + self.pause(at: moment)
    }

    /// A record was refused alone, and may or may not be at fault: the next one alone tells.
    private mutating func refusedAlone(
        _ reason: UploadRefusal,
        as verdict: UploadVerdict,
        at moment: Moment
    ) -> [Action] {
        guard self.hasSetAside else {
            self.hasSetAside = true
            self.setAsideReason = reason
            // The server that refused all is asked again after its wait, and the next record tells whether it still does.
            if self.isDoubted { return [.setAside] + self.fail(verdict, asked: nil, at: moment) }
            return [.setAside, .saveBackoff] + self.pause(at: moment)
        }
        // Two lone records in a row: the fault is not theirs.
        self.hasSetAside = false
        self.isDoubted = true
        return [.releaseSetAside] + self.fail(verdict, asked: nil, at: moment)
    }

    private mutating func pause(at moment: Moment) -> [Action] {
        self.backoff.pause(uptime: moment.uptime)
        self.phase = .pausing
        return [.wake(after: self.backoff.remaining(uptime: moment.uptime))]
    }

    private mutating func fail(_ verdict: UploadVerdict, asked: Duration?, at moment: Moment) -> [Action] {
        self.phase = .idle
        self.sizer.endSearch()
        self.backoff.fail(asked: asked, uptime: moment.uptime, random: moment.random)
        return [
            .release, .saveBackoff, .wake(after: self.backoff.remaining(uptime: moment.uptime)),
            .finish(.failed(verdict)),
        ]
    }
}
