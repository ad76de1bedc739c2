import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// Address, header fields and remarks of each encoding and encryption.
struct EncodingChoiceTests {
    private func configuration(
        _ encoding: ChannelEncoding,
        _ encryption: Encryption = .none
    ) -> ChannelConfiguration { EncodingBench.configuration(encoding, encryption) }

    @Test func eachEncodingHasItsAddress() {
        let query = "?project=shop&namespace=prism"
        #expect(self.configuration(.packet).uploadURL == "https://c.test/v1/packets" + query)
        let first = self.configuration(.packetV1)
        #expect(first.uploadURL(of: .metas) == "https://c.test/prism/metrics/meta" + query)
        #expect(first.uploadURL(of: .details) == "https://c.test/prism/metrics/detail" + query)
        #expect(self.configuration(.json).uploadURL == "https://c.test/v1/events?project=shop")
        var named = self.configuration(.packet)
        named.endpoint = "https://c.test/base/?key=1&namespace=other&project=other"
        named.namespace = "a b"
        #expect(named.uploadURL == "https://c.test/base/v1/packets?project=shop&namespace=a%20b&key=1")
        named.namespace = nil
        #expect(named.uploadURL == "https://c.test/base/v1/packets?project=shop&key=1&namespace=other")
    }

    @Test func eachBodySaysWhatItIs() {
        func headers(_ encoding: ChannelEncoding, _ encryption: Encryption) -> [String: String] {
            self.configuration(encoding, encryption).requestHeaders(count: 3)
        }
        let gzip = ["Spoor-Count": "3", "Content-Type": "application/json", "Content-Encoding": "gzip"]
        #expect(headers(.json, .none) == gzip)
        for encryption in [EncodingBench.aes, EncodingBench.sealed] {
            #expect(
                headers(.json, encryption) == ["Spoor-Count": "3", "Content-Type": "application/vnd.spoor.encrypted"]
            )
        }
        for encryption in [.none, EncodingBench.aes, EncodingBench.sealed] {
            #expect(
                headers(.packet, encryption) == ["Spoor-Count": "3", "Content-Type": "application/vnd.spoor.packet"]
            )
            let key: String? = encryption == EncodingBench.aes ? "a1" : nil
            let first = headers(.packetV1, encryption)
            #expect(first["Content-Type"] == "application/octet-stream" && first["Spoor-Key"] == key)
        }
    }

    @Test func packetsAskForAReceipt() {
        #expect(self.configuration(.packet).receiptNeed == .always)
        #expect(self.configuration(.packetV1).receiptNeed == .whereGiven)
        #expect(self.configuration(.sensorsForm).receiptNeed == .none)
    }

    @Test(
        "The Sensors form is not encrypted, and then not sent; the advice is not refused in its turn",
        arguments: [
            (ChannelEncoding.sensorsForm, DebugMode.off), (.json, .debugOnly), (.packet, .debugAndTrack),
        ]
    )
    func sensorsFormsAreNeverEncrypted(encoding: ChannelEncoding, mode: DebugMode) throws {
        for encryption in [EncodingBench.aes, EncodingBench.sealed] {
            for isPrism in [true, false] {
                var configuration =
                    isPrism ? self.configuration(encoding, encryption) : EncodingBench.tracker(encoding, encryption)
                configuration.debugMode = mode
                let remark = try #require(configuration.clampingRemark)
                #expect(remark.contains("Encryption does not go with") != isPrism)
                #expect(configuration.bodyEncoding is RefusingEncoding)
                try self.expectGoodAdvice(remark, configuration)
            }
        }
    }

    /// Whichever form a refusal advises is taken, with the encryption that is configured.
    private func expectGoodAdvice(_ remark: String, _ configuration: ChannelConfiguration) throws {
        let start = try #require(remark.firstRange(of: "choose encoding ")).upperBound
        let words = Set(remark[start...].split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let forms = [ChannelEncoding.json, .sensorsForm, .packet, .packetV1].filter { words.contains($0.rawValue) }
        #expect(!forms.isEmpty)
        for form in forms {
            var mended = configuration
            (mended.encoding, mended.debugMode) = (form, .off)
            #expect(!(mended.bodyEncoding is RefusingEncoding), "\(remark) \(form)")
        }
    }

    @Test(
        "A form that does not go with what the channel carries is refused with a sentence, whatever the encryption",
        arguments: [ChannelEncoding.json, .sensorsForm, .packet, .packetV1],
        [Encryption.none, EncodingBench.aes, EncodingBench.sealed]
    )
    func formsAndKinds(encoding: ChannelEncoding, encryption: Encryption) throws {
        let isPacket = encoding == .packet || encoding == .packetV1
        let wrong =
            isPacket ? EncodingBench.tracker(encoding, encryption) : self.configuration(encoding, encryption)
        #expect(wrong.bodyEncoding is RefusingEncoding)
        let remark = try #require(wrong.clampingRemark)
        #expect(remark.contains("nothing is uploaded"))
        try self.expectGoodAdvice(remark, wrong)
        let isFormSealed = encoding == .sensorsForm && encryption != .none
        let right =
            isPacket ? self.configuration(encoding, encryption) : EncodingBench.tracker(encoding, encryption)
        #expect((right.bodyEncoding is RefusingEncoding) == isFormSealed)
    }

    @Test(
        "What is refused is kept: nothing leaves, nothing is buried, and a flush says so",
        arguments: [
            EncodingBench.configuration(.json), EncodingBench.configuration(.json, EncodingBench.sealed),
            EncodingBench.configuration(.json, EncodingBench.aes), EncodingBench.configuration(.sensorsForm),
            EncodingBench.tracker(.packet), EncodingBench.tracker(.packetV1),
        ]
    )
    func refusedIsKept(configuration: ChannelConfiguration) throws {
        let bench = try EncodingBench(configuration)
        bench.report("net", "\"NUMBER\":1")
        bench.report("net", "\"NUMBER\":2")
        bench.upload()
        bench.scheduler.advance(by: .seconds(600))
        #expect(bench.transport.requests.isEmpty)
        #expect(bench.store.counts.records == 2 && bench.store.counts.deadLetters == 0)
        #expect(bench.log.withLock { $0.contains { $0.contains("nothing is uploaded") } })
        var mended = configuration
        mended.encryption = .none
        mended.encoding = configuration.kind == .prism ? .packet : .json
        bench.channel.apply(mended)
        bench.scheduler.advance(by: .seconds(60))
        #expect(bench.store.counts.records == 0 && !bench.transport.requests.isEmpty)
    }

    @Test(
        "A Prism channel has no debug mode: its records would be deleted unread",
        arguments: [DebugMode.debugOnly, .debugAndTrack]
    )
    func debugPrism(mode: DebugMode) {
        var configuration = self.configuration(.packet)
        configuration.debugMode = mode
        #expect(configuration.bodyEncoding is RefusingEncoding)
        #expect(configuration.clampingRemark?.contains("debug mode") == true)
    }

    @Test func whatCanBeHadNeedsNoRemark() {
        for encoding in [ChannelEncoding.packet, .packetV1] {
            for encryption in [.none, EncodingBench.aes, EncodingBench.sealed] {
                #expect(self.configuration(encoding, encryption).clampingRemark == nil)
            }
        }
        #expect(ChannelConfiguration(endpoint: "https://c.test").clampingRemark == nil)
        for encoding in [ChannelEncoding.json, .sensorsForm] {
            #expect(EncodingBench.tracker(encoding).clampingRemark == nil)
        }
        #expect(EncodingBench.tracker(.json, EncodingBench.sealed).clampingRemark == nil)
        #expect(ChannelConfiguration.prism(endpoint: "https://c.test").encoding == .packet)
    }
}
