/// How many records the next request takes.
///
/// Begins small, doubles on success, halves what was *sent* on 413 (bug case O-09), and searches by halving for the one
/// record a server refuses (O-07). A value; it reads nothing and sends nothing.
public struct BatchSizer: Equatable, Sendable {
    /// The count to begin with; the seed's 50.
    public private(set) var initial: Int

    /// The largest count.
    public private(set) var largest: Int

    private var current: Int

    /// How many records at the head of the queue hold the refused one, while it is being searched.
    public private(set) var suspects: Int?

    /// Creates a sizer.
    ///
    /// - Parameters:
    ///   - initial: how many records the first batch takes.
    ///   - largest: how far the count may grow.
    public init(initial: Int, largest: Int) {
        self.largest = max(1, largest)
        self.initial = max(1, min(initial, self.largest))
        self.current = self.initial
    }

    /// Takes other bounds; what was learned of the server's size stays where it is within them.
    public mutating func resize(initial: Int, largest: Int) {
        let sizer = BatchSizer(initial: initial, largest: largest)
        if self.initial != sizer.initial { self.current = sizer.initial }
        self.initial = sizer.initial
        self.largest = sizer.largest
        self.current = min(self.current, sizer.largest)
    }

    /// How many records to take now, at most.
    public var next: Int {
        guard let suspects = self.suspects else { return self.current }
        return max(1, suspects / 2)
    }

    /// Notes that `count` records arrived.
    public mutating func delivered(_ count: Int) {
        if let suspects = self.suspects {
            self.suspects = suspects > count ? suspects - count : nil
        } else if count >= self.current {
            self.current = min(self.current * 2, self.largest)
        } else if self.current < self.initial {
            // Bytes may have bounded the batch; a small count must not stay for ever.
            self.current = self.initial
        }
    }

    /// Notes that `count` records were more than the server takes at once.
    ///
    /// - Returns: whether a smaller batch can be tried; false where one record alone was too large.
    public mutating func tooLarge(_ count: Int) -> Bool {
        self.suspects = nil
        self.current = max(1, count / 2)
        return count > 1
    }

    /// Notes that the server refused `count` records.
    ///
    /// - Returns: whether the search goes on; false where the refused record stands alone.
    public mutating func refused(_ count: Int) -> Bool {
        self.suspects = count > 1 ? count : nil
        return count > 1
    }

    /// Goes on with a search that an earlier run began.
    public mutating func resumeSearch(among count: Int) {
        self.suspects = count > 0 ? count : nil
    }

    /// Gives up a search, for instance because the server went away.
    public mutating func endSearch() {
        self.suspects = nil
    }
}
