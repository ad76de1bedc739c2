import SpoorWire
import Testing

@testable import SpoorChannel

/// What a document may change: signature, project and revision.
struct ConfigurationJudgeTests {
    private let key: SigningKey
    private let stranger: SigningKey

    init() throws {
        self.key = try SigningKey.generate(id: "k1")
        self.stranger = try SigningKey.generate(id: "k9")
    }

    private func judge(_ newest: Int64? = nil) -> ConfigurationJudge {
        ConfigurationJudge(project: "shop", check: SignatureCheck([self.key.verifyingKey]), newestRevision: newest)
    }

    private func text(_ url: String = "https://new.test", project: String? = "shop", revision: Int? = 5) -> String {
        let project = project.map { "\"project\":\"\($0)\"," } ?? ""
        let revision = revision.map { "\"revision\":\($0)," } ?? ""
        return "{\(project)\(revision)\"namespaces\":{\"tracker\":{\"url\":\"\(url)\",\"maxItem\":7}}}"
    }

    private func signature(_ text: String, by key: SigningKey) throws -> String {
        let bytes = try key.signature(of: Array(text.utf8))
        return key.id + ":" + String(decoding: bytes.withUnsafeBytes { Base64.encode($0) }, as: UTF8.self)
    }

    private func settings(_ judgement: ConfigurationJudge.Judgement) -> ChannelSettings? {
        guard case .taken(let document, _, _) = judgement else { return nil }
        return document.namespaces["tracker"]
    }

    @Test("The signed part for one namespace is not taken for the whole", arguments: ["apm", "-"])
    func aPartIsNotTheWhole(name: String) throws {
        var judge = self.judge()
        let text = #"{"project":"shop","revision":6,"namespace":"\#(name)","namespaces":{}}"#
        guard
            case .refused(let reason) = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.key))
        else { return #expect(Bool(false), "the part was taken") }
        #expect(reason.contains("'\(name)' alone") && judge.newestRevision == nil)
    }

    @Test("A signed document without a list of namespaces leaves their settings as they are")
    func noListChangesNothing() throws {
        var judge = self.judge()
        let text = self.text()
        _ = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.key))
        let pages = #"{"project":"shop","revision":6,"pages":{"a":"b"}}"#
        let judgement = judge.judge(Array(pages.utf8), signature: try self.signature(pages, by: self.key))
        #expect(self.settings(judgement)?.url == "https://new.test" && self.settings(judgement)?.maxItem == 7)
        #expect(judge.protectedSettings["tracker"]?.url == "https://new.test" && judge.newestRevision == 6)
    }

    @Test func aSignedDocumentMayChangeTheAddress() throws {
        var judge = self.judge()
        let text = self.text()
        let judgement = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.key))
        #expect(self.settings(judgement)?.url == "https://new.test")
        #expect(self.settings(judgement)?.maxItem == 7)
        #expect(judge.newestRevision == 5)
    }

    @Test(
        "Whatever lacks a valid signature by a known key changes the rest alone",
        arguments: [
            nil, "", "k1", "k1:", "k9:AAAA", "nonsense", ":", "k2:\(String(repeating: "A", count: 86))==",
        ]
    )
    func unsigned(_ header: String?) {
        var judge = self.judge()
        let judgement = judge.judge(Array(self.text().utf8), signature: header)
        guard header != "k1:" else {
            guard case .refused = judgement else { return #expect(Bool(false), "a known key without its signature") }
            return
        }
        #expect(self.settings(judgement)?.url == nil)
        #expect(self.settings(judgement)?.maxItem == 7)
        #expect(judge.newestRevision == nil, "only signed revisions count")
        guard case .taken(_, isSigned: false, let remarks) = judgement else { return #expect(Bool(false)) }
        #expect(remarks.map(\.kind) == [.unsigned, .unsigned])
    }

    @Test func aSignatureByAnUnknownKeyCountsAsNone() throws {
        var judge = self.judge()
        let text = self.text()
        let judgement = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.stranger))
        #expect(self.settings(judgement)?.url == nil && self.settings(judgement)?.maxItem == 7)
    }

    @Test func aKnownKeyThatDidNotSignTheseBytesRefusesThemAll() throws {
        let text = self.text()
        let header = try self.signature(text, by: self.key)
        for index in text.utf8.indices.dropLast() where Bool.random() {
            var bytes = Array(text.utf8)
            bytes[text.utf8.distance(from: text.utf8.startIndex, to: index)] ^= 1
            var judge = self.judge()
            guard case .refused = judge.judge(bytes, signature: header) else { return #expect(Bool(false)) }
        }
        var judge = self.judge()
        let forged = try self.signature(text, by: self.stranger).replacingPrefix("k9", with: "k1")
        guard case .refused(let reason) = judge.judge(Array(text.utf8), signature: forged) else {
            return #expect(Bool(false))
        }
        #expect(reason.contains("'k1'"))
    }

    @Test(arguments: [(4, false), (5, true), (6, true)])
    func anOlderRevisionIsAReplay(_ revision: Int, _ isTaken: Bool) throws {
        for isSigned in [true, false] {
            var judge = self.judge(5)
            let text = self.text(revision: revision)
            let header = isSigned ? try self.signature(text, by: self.key) : nil
            let judgement = judge.judge(Array(text.utf8), signature: header)
            #expect((self.settings(judgement) != nil) == isTaken)
            #expect(judge.newestRevision == (isTaken && isSigned ? Int64(revision) : 5))
        }
    }

    @Test func aDocumentForAnotherProjectIsRefused() throws {
        var judge = self.judge()
        let text = self.text(project: "other")
        for header in [nil, try self.signature(text, by: self.key)] {
            guard case .refused = judge.judge(Array(text.utf8), signature: header) else { return #expect(Bool(false)) }
        }
    }

    @Test(arguments: [(nil, 5), ("shop", nil), (nil, nil)] as [(String?, Int?)])
    func aSignedDocumentNeedsProjectAndRevisionToChangeTheAddress(_ project: String?, _ revision: Int?) throws {
        var judge = self.judge()
        let text = self.text(project: project, revision: revision)
        let judgement = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.key))
        #expect(self.settings(judgement)?.url == nil && self.settings(judgement)?.maxItem == 7)
    }

    @Test func anUnsignedDocumentDoesNotTakeBackWhatASignedOneSet() throws {
        var judge = self.judge()
        let signed = self.text()
        _ = judge.judge(Array(signed.utf8), signature: try self.signature(signed, by: self.key))
        let unsigned = #"{"namespaces":{"tracker":{"maxItem":9}}}"#
        let judgement = judge.judge(Array(unsigned.utf8), signature: nil)
        #expect(self.settings(judgement)?.url == "https://new.test")
        #expect(self.settings(judgement)?.maxItem == 9)
    }

    @Test(
        "A namespace of a wrong type keeps what held for it, whoever signed",
        arguments: [true, false],
        ["\"oops\"", "null", "[]"]
    )
    func unreadNamespace(_ isSigned: Bool, _ value: String) throws {
        var judge = self.judge()
        let first = self.text()
        _ = judge.judge(Array(first.utf8), signature: try self.signature(first, by: self.key))
        let second = "{\"project\":\"shop\",\"revision\":6,\"namespaces\":{\"tracker\":\(value),\"new\":\(value)}}"
        let header = isSigned ? try self.signature(second, by: self.key) : nil
        guard case .taken(let document, _, _) = judge.judge(Array(second.utf8), signature: header) else {
            return #expect(Bool(false))
        }
        #expect(document.namespaces.keys.sorted() == ["tracker"] && document.unread == ["new"])
        #expect(document.namespaces["tracker"]?.url == "https://new.test")
        #expect(document.namespaces["tracker"]?.maxItem == 7)
        // What was signed is not forgotten either.
        let third = judge.judge(Array(#"{"namespaces":{"tracker":{}}}"#.utf8), signature: nil)
        #expect(self.settings(third)?.url == "https://new.test" && self.settings(third)?.maxItem == nil)
    }

    @Test func withoutKeysEveryDocumentIsUnsigned() throws {
        var judge = ConfigurationJudge(project: "shop", check: .none)
        let text = self.text()
        let judgement = judge.judge(Array(text.utf8), signature: try self.signature(text, by: self.key))
        #expect(self.settings(judgement)?.url == nil && self.settings(judgement)?.maxItem == 7)
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        other + self.dropFirst(prefix.count)
    }
}
