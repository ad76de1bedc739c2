import Foundation
import SpoorWire
import Testing

struct AutoTrackReadingTests {
    private func read(_ members: String) throws -> (ConfigurationDocument, [ConfigurationRemark]) {
        let text = "{\"namespaces\":{},\(members)}"
        return try ConfigurationDocument.read(Array(text.utf8))
    }

    @Test("All that a document can say about auto-tracking")
    func everything() throws {
        let (document, remarks) = try self.read(
            """
            "pages":{"HomeVC":"P_HOME","ListVC":1007,"CartVC":{"id":"P_CART"},"P_PAY":["PayVC","PayActivity"]},
            "autoTrack":{"mask":12,"blacklist":{"types":["AdView"],"pages":["SecretVC"],"kinds":["slider"],
             "paths":["HomeVC[0]/UIView[3]/**"]},"whitelist":["HomeVC[0]/UIButton[0]"],"childPages":true,
             "parameters":[{"name":"banner_url","key_path":"viewController.banner.url","page":"HomeVC"}]},
            "definitions":[{"name":"banner_opened","version":3,"trigger":"click",
             "match":[{"element_path":"HomeVC[0]/Cell[0:*]","position":"0:*","content":"Buy"},
                      {"elementId":"v1:ab","appVersions":{"from":"1.0","to":"2.3"}}],
             "properties":[{"name":"price","type":"NUMBER","elementPath":"HomeVC[0]/Cell[0:*]/UILabel[1]",
              "regular":"[0-9.]+"}]}]
            """
        )
        #expect(remarks == [])
        #expect(
            document.pageIDs == [
                "HomeVC": "P_HOME", "ListVC": "1007", "CartVC": "P_CART", "PayVC": "P_PAY", "PayActivity": "P_PAY",
            ]
        )
        let settings = document.autoTrackSettings
        #expect(settings.kinds == [.clicks, .pageViews] && settings.tracksChildPages == true)
        #expect(settings.ignoredTypes == ["AdView"] && settings.ignoredPages == ["SecretVC"])
        #expect(settings.ignoredKinds == ["slider"] && settings.ignoredPaths.count == 1)
        #expect(settings.whiteList?.map(\.description) == ["HomeVC[0]/UIButton[0]"])
        #expect(settings.parameters.map(\.keyPath.description) == ["viewController.banner.url"])
        let definition = try #require(document.eventDefinitions.first)
        #expect(definition.name == "banner_opened" && definition.version == 3 && definition.aliases.count == 2)
        #expect(definition.aliases[1].appVersions == AppVersionRange(first: "1.0", last: "2.3"))
        #expect(definition.properties[0].kind == .number && definition.properties[0].pattern?.description == "[0-9.]+")
        let again = try ConfigurationDocument.read(document.bytes)
        #expect(again.document == document && again.remarks == [])
    }

    @Test(
        "A bad field costs itself, is said with its place, and leaves its neighbours",
        arguments: [
            (#""autoTrack":{"mask":"all","childPages":true}"#, "autoTrack.mask"),
            (#""autoTrack":{"mask":4096,"childPages":true}"#, "autoTrack.mask"),
            (#""autoTrack":{"mask":-2,"childPages":true}"#, "autoTrack.mask"),
            (#""autoTrack":{"Mask":3,"childPages":true}"#, "autoTrack.Mask"),
            (#""autoTrack":{"blacklist":7,"childPages":true}"#, "autoTrack.blacklist"),
            (#""autoTrack":{"blacklist":{"kinds":["knob"]},"childPages":true}"#, "autoTrack.blacklist.kinds[0]"),
            (#""autoTrack":{"blacklist":{"type":[]},"childPages":true}"#, "autoTrack.blacklist.type"),
            (#""autoTrack":{"whitelist":["A*","B[0]"],"childPages":true}"#, "autoTrack.whitelist[0]"),
            (#""autoTrack":{"whitelist":{},"childPages":true}"#, "autoTrack.whitelist"),
            (
                #""autoTrack":{"parameters":[{"name":"a","keyPath":"viewController.password"}],"childPages":true}"#,
                "autoTrack.parameters[0].keyPath"
            ),
            (
                #""autoTrack":{"parameters":[{"name":"$device_id","keyPath":"a"}],"childPages":true}"#,
                "autoTrack.parameters[0].name"
            ),
            (#""autoTrack":{"parameters":[{"keyPath":"a"}],"childPages":true}"#, "autoTrack.parameters[0]"),
            (#""autoTrack":{"blacklist":{"types":["A",""]},"childPages":true}"#, "autoTrack.blacklist.types[1]"),
        ]
    )
    func badFields(members: String, place: String) throws {
        let (document, remarks) = try self.read(members)
        #expect(remarks.map(\.path).contains(place))
        #expect(document.autoTrackSettings.tracksChildPages == true)
        #expect(document.autoTrackSettings.kinds == nil || place.hasSuffix("mask"))
        #expect(document.autoTrackSettings.parameters == [])
    }

    @Test("What is right is kept as it was written; of what is not, the right part is")
    func writtenBack() throws {
        let whole = #""autoTrack":{"mask":-1,"parameters":[{"key_path":"page.a","name":"b"}]},"pages":{"A":7}"#
        let (document, remarks) = try self.read(whole)
        #expect(remarks == [])
        #expect(try document.json == JSONValue(parsing: "{\"namespaces\":{},\(whole)}"))
        let (partly, _) = try self.read(
            #""pages":{"A":7,"B":[]," ":true},"autoTrack":{"mask":300,"whitelist":["A[0]","B*"],"blacklist":["C[0]",7],"childPages":1,"#
                + #""parameters":[{"key_path":"page.a","name":"b","page":"P","elementPath":"D[*]"},{}]},"definitions":[7,{"name":"e","#
                + #""match":{"element_id":"x","position":"0:1","appVersions":{"to":"2"}},"properties":[{"name":"p","regex":"a"}]}]"#
        )
        let (again, said) = try ConfigurationDocument.read(partly.bytes)
        #expect(said == [] && again == partly)
        #expect(partly.pages == ["A": "7"] && partly.autoTrackSettings.kinds?.rawValue == 44)
        #expect(partly.autoTrack?["whitelist"] == ["A[0]"] && partly.autoTrack?["blacklist"]?["paths"] == ["C[0]"])
        #expect(partly.autoTrackSettings.parameters.first?.path?.description == "D[*]")
        #expect(partly.eventDefinitions.first?.aliases.first?.appVersions == AppVersionRange(last: "2"))
        #expect(partly.eventDefinitions.first?.properties.first?.pattern?.description == "a")
    }

    @Test("A list in which nothing can be read is none; an empty one allows nothing")
    func whiteLists() throws {
        #expect(try self.read(#""autoTrack":{"whitelist":["A*"]}"#).0.autoTrackSettings.whiteList == nil)
        #expect(try self.read(#""autoTrack":{"whitelist":[]}"#).0.autoTrackSettings.whiteList == [])
        #expect(try self.read(#""autoTrack":{"mask":-1}"#).0.autoTrackSettings.kinds == nil)
        #expect(try self.read(#""autoTrack":{"mask":0}"#).0.autoTrackSettings.kinds == [])
    }

    @Test("Child pages: all, none, or some by their classes")
    func childPages() throws {
        let all = try self.read(#""autoTrack":{"childPages":true}"#).0.autoTrackSettings
        #expect(all.tracksChildPages == true && all.childPages.isEmpty)
        let some = try self.read(#""autoTrack":{"childPages":["BannerVC",7]}"#)
        #expect(
            some.0.autoTrackSettings.childPages == ["BannerVC"] && some.1.map(\.path) == ["autoTrack.childPages[1]"]
        )
        #expect(some.0.autoTrack == ["childPages": ["BannerVC"]] && some.0.autoTrackSettings.tracksChildPages == nil)
        #expect(try self.read(#""autoTrack":{"childPages":"all"}"#).1.map(\.path) == ["autoTrack.childPages"])
    }

    @Test("A restriction that cannot be read does not widen what is recorded")
    func restrictions() throws {
        let (document, _) = try self.read(
            #""autoTrack":{"parameters":[{"name":"a","keyPath":"b","page":"P","elementPath":"X*"}]}"#
        )
        #expect(document.autoTrackSettings.parameters == [])
        let (other, _) = try self.read(#""definitions":[{"name":"a","match":[{"page":"P","position":"x"}]}]"#)
        #expect(other.eventDefinitions == [])
    }

    @Test(
        "A bad definition costs itself",
        arguments: [
            (#"{"a":1}"#, "definitions[0]"), ("7", "definitions[0]"),
            (#"{"name":"$AppClick","match":{"page":"P"}}"#, "definitions[0].name"),
            (#"{"name":"a b","match":{"page":"P"}}"#, "definitions[0].name"),
            (#"{"name":"a","match":[]}"#, "definitions[0]"),
            (#"{"name":"a","match":{"content":"x"}}"#, "definitions[0].match"),
            (#"{"name":"a","match":[{"elementPath":"X*"}]}"#, "definitions[0].match[0].elementPath"),
            (
                #"{"name":"a","match":[{"page":"P","appVersions":{"from":"new"}}]}"#,
                "definitions[0].match[0].appVersions.from"
            ),
            (#"{"name":"a","trigger":"hover","match":{"page":"P"}}"#, "definitions[0].trigger"),
        ]
    )
    func badDefinitions(definition: String, place: String) throws {
        let (document, remarks) = try self.read(
            "\"definitions\":[\(definition),{\"name\":\"ok\",\"match\":{\"page\":\"P\"}}]"
        )
        #expect(remarks.map(\.path).contains(place))
        #expect(document.eventDefinitions.map(\.name) == ["ok"])
    }

    /// What narrows an event and cannot be read, and the place of the remark.
    private static let unread: [(match: String, place: String)] = [
        (#"{"page":"P","contents":"Buy"}"#, "contents"),
        (#"{"page":"P","Content":"Buy"}"#, "Content"),
        (#"{"page":"P","appVersions":{"min":"1.0","max":"2.0"}}"#, "appVersions.min"),
        (#"{"page":"P","appVersions":{"from":"1.0","until":"2.0"}}"#, "appVersions.until"),
        (#"{"page":"P","appVersions":{}}"#, "appVersions"),
        (#"{"page":"P","appVersions":{"from":"2.0","to":"1.0"}}"#, ""),
        (#"{"page":"P","appVersions":{"from":"2.3.1","to":"2.2"}}"#, ""),
        (#"{"appVersions":{"from":"1.0"}}"#, ""),
    ]

    @Test(
        "A condition that is not known, empty or never holds does not make the event of everything",
        arguments: unread.indices
    )
    func unknownConditions(_ index: Int) throws {
        let (match, place) = Self.unread[index]
        let good = #"{"page":"Q","appVersions":{"from":"2.3.1","to":"2.3"}}"#
        let (document, remarks) = try self.read(#""definitions":[{"name":"a","match":[\#(match),\#(good)]}]"#)
        let wanted = place.isEmpty ? "definitions[0].match[0]" : "definitions[0].match[0].\(place)"
        #expect(remarks.map(\.path).contains(wanted), "\(remarks)")
        #expect(document.eventDefinitions.map { $0.aliases.map(\.page) } == [["Q"]], "the other alias holds")
        let (other, _) = try self.read(#""definitions":[{"name":"a","match":\#(match)}]"#)
        #expect(other.eventDefinitions == [])
    }

    @Test(
        "A name that is not known costs the definition, its property or the parameter that it stands in",
        arguments: [
            (#""definitions":[{"name":"a","match":{"page":"P"},"triger":"exposure"}]"#, "definitions[0].triger"),
            (
                #""definitions":[{"name":"a","triger":"exposure","match":{"page":"P"},"trigger":"click"}]"#,
                "definitions[0].triger"
            ),
            (#""autoTrack":{"parameters":[{"name":"a","keyPath":"b","pages":"P"}]}"#, "autoTrack.parameters[0].pages"),
        ]
    )
    func unknownNames(members: String, place: String) throws {
        let (document, remarks) = try self.read(members)
        #expect(remarks.map(\.path).contains(place))
        #expect(document.eventDefinitions == [] && document.autoTrackSettings.parameters == [])
        let (again, said) = try ConfigurationDocument.read(document.bytes)
        #expect(again == document && said == [])
    }

    @Test("A property with a name that is not known is left out, and the definition holds")
    func unknownNameOfProperty() throws {
        let (document, remarks) = try self.read(
            #""definitions":[{"name":"a","match":{"page":"P"},"properties":[{"name":"b","regexp":"[0-9]+"},{"name":"c"}]}]"#
        )
        #expect(document.eventDefinitions.first?.properties.map(\.name) == ["c"])
        #expect(remarks.map(\.path).contains("definitions[0].properties[0].regexp"))
    }

    @Test(
        "The view of a page is not met by an element, which is said",
        arguments: [
            #""elementPath":"A[0]""#, #""elementId":"x""#, #""page":"P","position":"0:1""#,
            #""page":"P","content":"x""#,
        ]
    )
    func pageViews(match: String) throws {
        let text = #""definitions":[{"name":"a","match":{\#(match)},"trigger":"pageView"}]"#
        let (document, remarks) = try self.read(text)
        #expect(document.eventDefinitions == [] && remarks.map(\.path) == ["definitions[0].match", "definitions[0]"])
        #expect(try self.read(text.replacingOccurrences(of: "pageView", with: "exposure")).1 == [])
    }

    @Test("A bad property of a definition costs the property; of two definitions of a name the newer counts")
    func properties() throws {
        let (document, remarks) = try self.read(
            #""definitions":[{"name":"e","version":2,"match":{"page":"P"},"properties":[{"name":"a","regex":"(?=x)"},{"name":"b"}]},{"name":"e","version":1,"match":{"page":"Q"}}]"#
        )
        #expect(document.eventDefinitions.count == 1 && document.eventDefinitions[0].version == 2)
        #expect(document.eventDefinitions[0].properties.map(\.name) == ["b"])
        #expect(remarks.contains { $0.kind == .duplicate && $0.path == "definitions[1]" })
    }

    @Test(
        "A page's id is text, a number or an object with one",
        arguments: ["[]", "true", "{}", #"{"name":"x"}"#, "1.5", "\"\""]
    )
    func badPages(value: String) throws {
        let (document, remarks) = try self.read("\"pages\":{\"A\":\(value),\"B\":\"P_B\"}")
        #expect(document.pageIDs == ["B": "P_B"] && remarks.contains { $0.path.hasPrefix("pages.A") } || value == "[]")
    }
}
