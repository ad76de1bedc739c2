import Foundation

/// What a process can read of itself.
enum Measures {
    /// Nanoseconds on the steady clock.
    static func now() -> UInt64 { Self.read(CLOCK_MONOTONIC) }

    /// CPU nanoseconds of this thread.
    static func threadCPU() -> UInt64 { Self.read(CLOCK_THREAD_CPUTIME_ID) }

    /// CPU nanoseconds of all threads.
    static func processCPU() -> UInt64 { Self.read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// A line of `/proc/self/status` in MB: `VmHWM` is the peak, `VmRSS` what is resident now.
    ///
    /// `ru_maxrss` is inherited from the parent process and would lie.
    static func memoryMB(_ field: String) -> Double { self.megabytes(of: field, in: "/proc/self/status") }

    /// The memory that is this process's alone and changed, in MB: what an iPhone would count as its footprint.
    ///
    /// Pages of libraries are left out, which `VmRSS` counts though every process shares them.
    static func dirtyMB() -> Double { self.megabytes(of: "Private_Dirty", in: "/proc/self/smaps_rollup") }

    private static func megabytes(of field: String, in path: String) -> Double {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        let kilobytes = line.flatMap { Double($0.filter { $0.isNumber }) } ?? 0
        return kilobytes / 1024
    }

    /// The value below which a share of sorted samples lies.
    static func percentile(_ sorted: [UInt32], _ share: Double) -> Int {
        guard !sorted.isEmpty else { return 0 }
        return Int(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }

    /// The middle of a few figures.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[sorted.count / 2]
    }
}

/// One JSON object on one line.
struct FigureLine {
    private var parts: [String] = []

    mutating func add(_ name: String, _ value: Double) {
        self.parts.append(
            "\"\(name)\":\(value == value.rounded() ? String(Int(value)) : String(format: "%.4f", value))"
        )
    }

    func show() {
        print("{" + self.parts.joined(separator: ",") + "}")
    }
}
