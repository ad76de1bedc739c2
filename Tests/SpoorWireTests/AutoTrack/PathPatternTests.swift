import SpoorWire
import Testing

struct PathPatternTests {
    private static let path = "HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[0:2]/UIButton[1]"
    private static let chain = "#buttonClick:#UIButton#UIButton[0]#HomeVC#UIApplication#currentTitle=C*#state=1"

    @Test(
        "One path, all below one, or one with any row",
        arguments: [
            (Self.path, Self.path, true), ("HomeVC[0]/**", Self.path, true), ("HomeVC[0]", Self.path, false),
            (Self.path + "/**", Self.path, true), ("HomeVC[0]/UIView[1]/**", Self.path, false),
            ("HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[0:*]/UIButton[1]", Self.path, true),
            ("HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[1:*]/UIButton[1]", Self.path, false),
            ("HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[*:2]/UIButton[1]", Self.path, true),
            ("HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[*:3]/UIButton[1]", Self.path, false),
            ("HomeVC[0]/UIView[0]/UITableView[0]/UITableViewCell[*:*]/UIButton[*]", Self.path, true),
            ("HomeVC[0]/*/UITableView[0]/UITableViewCell[*]/UIButton[1]", Self.path, true),
            ("HomeVC[0]/UIView[*:*]/**", Self.path, false), ("*/**", Self.path, true),
            ("A[0]/Cell[0][*]", "A[0]/Cell[0][7]", true), ("A[0]/Cell[0][*]", "A[0]/Cell[0][-]", true),
            ("A[0]/Cell[0][-]", "A[0]/Cell[0][-]", true), (Self.chain, Self.chain, true),
            ("#buttonClick:#UIButton#UIButton[0]#HomeVC#UIApplication#currentTitle=C*#state=*", Self.chain, true),
            ("#buttonClick:#**", Self.chain, true), ("#other:#**", Self.chain, false), ("*/**", Self.chain, false),
            ("#*#**", Self.path, false),
            ("#**", Self.path, false),
        ]
    )
    func matches(pattern: String, path: String, isMeant: Bool) throws {
        guard pattern != "#**" else {
            #expect(throws: PathPatternError.parts) { try PathPattern(pattern) }
            return
        }
        #expect(try PathPattern(pattern).matches(path) == isMeant)
    }

    @Test(
        "What could never match, or would match slowly, is refused",
        arguments: [
            "", "**", "HomeVC*", "Home*VC[0]/A", "A[0]/**/B[0]", "A[x:*]", "A[*:x]",
            String(repeating: "*/", count: 6) + "*", String(repeating: "A/", count: 201) + "A",
            String(repeating: "x", count: 5_000),
        ]
    )
    func refused(pattern: String) {
        #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
        do { _ = try PathPattern(pattern) } catch { #expect(error.description.hasSuffix(".")) }
    }

    @Test(
        "Names of what is never read, in any spelling",
        arguments: [
            ("password", true), ("userPassword", true), ("user_password", true), ("PASSWORD", true), ("pinCode", true),
            ("cardNumber", true), ("accessToken", true), ("cvv2", true), ("removeFromSuperview", true), ("OTP", true),
            ("shippingAddress", false), ("opinion", false), ("spinner", false), ("url", false), ("hotpink", false),
            ("banner", false), ("title", false),
        ]
    )
    func sensitiveNames(name: String, isSensitive: Bool) {
        #expect(SensitiveNames.contains(name) == isSensitive)
        #expect((try? ParameterPath("viewController.\(name)")) == nil || !isSensitive)
    }

    @Test(
        "A path that no event has is kept, since it may be an id, and said",
        arguments: [
            " VC[0]/UIView[0]", "\tbuy", "VC[0]/UIView[0] ", "VC[0]/UIView[0]/", "/VC[0]", "VC[0]//UIView[0]",
            "VC/UIView", "VC[0]/UIView", "VC[0]/UIView[00]", "VC[0]/UIView[+1]", "VC[0]/Cell[0:01]", "VC[0]/Cell[a][1]",
            "VC[00]/UIView[0]", "VC/UIView/**", " VC[0]/**", "VC[0]/UIView/*",
        ]
    )
    func doubtful(text: String) throws {
        let json = JSONValue.object([("autoTrack", .object([("whitelist", .array([.string(text)]))]))])
        let (document, remarks) = try ConfigurationDocument.read(json)
        #expect(document.autoTrackSettings.whiteList?.map(\.description) == [text])
        #expect(remarks.map(\.path) == ["autoTrack.whitelist[0]"] && remarks[0].sentence.hasSuffix("."))
    }

    @Test(
        "Paths as events and people write them are not doubted",
        arguments: [
            "VC[0]/UIView[0]", "VC/UIView[0]/UIButton#buy", "VC/UIButton#buy[1]", "VC[0]/Cell[0:*]/UILabel[0]",
            "VC[0]/Cell[0][-]", "VC[0]/UISegment[-]", "VC[0]/Header[SectionHeader:0]", "VC[0]/Header[SectionFooter][2]",
            "0a1b2c3d4e5f6071", "promo 1", "buy", "VC[0]/**", "VC/**", "*/UIButton[*]", "#buy:#UIButton#state=1 ",
            "VC[0]/UIView[-]", "Screen name/UIView[0]",
        ]
    )
    func notDoubted(text: String) throws {
        #expect(try PathPattern(text).doubt == nil)
    }

    @Test(
        "A key path has names with points between them",
        arguments: ["", ".", "a.", "a..b", "a.@count", "1a", "a b", "é"]
    )
    func refusedKeyPaths(text: String) {
        #expect(throws: ParameterPathError.self) { try ParameterPath(text) }
    }

    @Test("A key path of eight names is the longest")
    func longKeyPaths() throws {
        let names = Array(repeating: "a", count: 8).joined(separator: ".")
        #expect(try ParameterPath(names).names.count == 8)
        #expect(throws: ParameterPathError.length) { try ParameterPath(names + ".a") }
    }

    @Test(
        "Versions of an app, from one to another",
        arguments: [
            ("1.0", nil, "0.9", false), ("1.0", nil, "1.0.0", true), (nil, "2.3", "2.3.9", true),
            (nil, "2.3", "2.4", false),
            ("1.9", "1.10", "1.9.5", true), ("1.9", "1.10", "1.10", true), ("1.9", "1.10", "1.8", false),
            ("1", "2", nil, true), ("1", "2", "beta", true), ("2", "3", "2.0-beta1", true),
        ] as [(String?, String?, String?, Bool)]
    )
    func versions(first: String?, last: String?, version: String?, isIn: Bool) {
        #expect(AppVersionRange(first: first, last: last).contains(version) == isIn)
    }
}
