import Dispatch

/// Threads for answers that take their time, few enough to leave the writer room.
enum BackgroundWork {
    private static let queues = (0..<2).map {
        DispatchQueue(label: "spoor.collector.answers.\($0)", qos: .utility)
    }

    static func run(_ work: @escaping @Sendable () -> Void) {
        Self.queues[Int.random(in: 0..<Self.queues.count)].async(execute: work)
    }
}
