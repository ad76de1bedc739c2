import CZlib
import Foundation
import Spoor

/// Records with payloads on a Prism channel whose packets are sealed, and a tracker's events beside them.
extension KillChild {
    /// The channel; a payload of any type goes with its meta.
    private static func prism(endpoint: String, isOnline: Bool, _ options: ChildOptions) -> ChannelConfiguration {
        var channel = ChannelConfiguration.prism(endpoint: endpoint, project: "kill")
        channel.isUploadEnabled = isOnline
        channel.uploadInterval = .seconds(1)
        channel.rules = [
            TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true),
            TypeRule(type: "net", isUploadPayload: true),
        ]
        do {
            channel.encryption = .sealed(try SealingKey(id: options["key-id"] ?? "", base64: options["key"] ?? ""))
        } catch {
            Self.fail("the key is none: \(error)")
        }
        return channel
    }

    private static func apm(of tracker: Tracker) -> PrismChannel {
        guard let channel = tracker.channel("apm") else { Self.fail("there is no channel") }
        return channel
    }

    private static func recordsTracker(
        folder: String,
        endpoint: String,
        isOnline: Bool,
        startWait: Duration? = nil,
        _ options: ChildOptions
    ) -> Tracker {
        let channel = Self.prism(endpoint: endpoint, isOnline: isOnline, options)
        return Self.tracker(folder: folder, endpoint: endpoint, isOnline: isOnline, startWait: startWait, options) {
            $0.channels = ["apm": channel]
        }
    }

    /// Sends numbered records until it is killed; writes each answer as a line: what became of it, its id, its mark, and
    /// of the payload the number of bytes and two checksums.
    static func sendRecords(folder: String, _ options: ChildOptions) async {
        let tracker = Self.recordsTracker(
            folder: folder,
            endpoint: "http://127.0.0.1:9",
            isOnline: false,
            startWait: .seconds(30),
            options
        )
        // What is sent before the channel's storage is open is held, and would only thin the test.
        let channel = Self.apm(of: tracker)
        _ = await channel.status()
        let threads = options.number("threads", 1)
        let limit = options.number("limit", 600) / threads
        let run = options.number("run", 0)
        for thread in 0..<threads {
            Thread.detachNewThread {
                for number in 1...limit {
                    let mark = "\(run)-\(thread)-\(number)"
                    // Every 16th is large: it has a segment of the journal to itself.
                    let payload = Self.payload(of: number % 16 == 7 ? 200 << 10 : 1 << 10 + number % 4, mark)
                    let isCrash = number.isMultiple(of: 5)
                    let answer = channel.send(
                        type: isCrash ? "appCrash" : "net",
                        meta: ["mark": .string(mark), "url": "https://shop.example.com/cart"],
                        payload: payload
                    )
                    Self.write(answer, mark, payload)
                    if number.isMultiple(of: 3) {
                        let answer = tracker.track("beside", ["mark": "e\(mark)"])
                        Self.write("\(answer.isRecorded ? "R" : "H") - e\(mark) 0 0 0\n")
                    }
                    usleep(100)
                }
            }
        }
        while true { try? await Task.sleep(for: .seconds(60)) }
    }

    /// Uploads what both queues hold.
    static func deliverRecords(folder: String, _ options: ChildOptions) async {
        let tracker = Self.recordsTracker(
            folder: folder,
            endpoint: options["endpoint"] ?? "",
            isOnline: true,
            options
        )
        let channel = Self.apm(of: tracker)
        let end = ContinuousClock.now + .seconds(600)
        // As with the events: what waits in the journal alone does not count, so that several answers must be empty.
        var emptyAnswers = 0
        while emptyAnswers < 40 {
            if ContinuousClock.now > end { Self.fail("records still wait after ten minutes") }
            _ = await channel.flush()
            emptyAnswers = await channel.status().waiting > 0 ? 0 : emptyAnswers + 1
            try? await Task.sleep(for: .milliseconds(5))
        }
        let status = await channel.status()
        await Self.drainQueue(of: tracker)
        print("\(status.delivered) \(status.duplicates) \(status.rejected) \(status.lost)")
    }

    /// Bytes that no other record has; half of them cannot be compressed.
    private static func payload(of count: Int, _ mark: String) -> [UInt8] {
        var state = mark.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var bytes = Array(mark.utf8)
        bytes.reserveCapacity(count + 16)
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            withUnsafeBytes(of: state) { bytes += $0 }
            bytes += [0, 1, 2, 3, 4, 5, 6, 7]
        }
        return bytes
    }

    private static func write(_ answer: SendAnswer, _ mark: String, _ payload: [UInt8]) {
        let count = UInt32(payload.count)
        let sums = "\(payload.count) \(crc32(0, payload, count)) \(adler32(1, payload, count))"
        switch answer {
        case .recorded(let id): Self.write("R \(id) \(mark) \(sums)\n")
        case .held(let id): Self.write("H \(id ?? "-") \(mark) \(sums)\n")
        case .dropped(.storageFull): Self.write("D - \(mark) \(sums)\n")
        case .dropped(let refusal): Self.fail("record \(mark) was dropped: \(refusal)")
        }
    }

    /// Writes a line at once, so that a kill leaves at most one answer per thread unreported.
    private static func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            while Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
        }
    }
}
