import Foundation
import Testing

/// What the privacy manifest says, held against what the sources do.
struct PrivacyManifestTests {
    /// A category of APIs for which Apple wants a reason.
    private struct Category {
        let name: String
        /// What a use looks like.
        let uses: [String]
        /// Ours.
        let reason: String
    }

    private static let categories = [
        Category(
            name: "FileTimestamp",
            uses: [
                #"\bf?l?stat\("#, #"\bgetattrlist"#, #"\.(creation|contentModification|contentAccess)Date"#,
                #"\.(file)?[mM]odificationDate"#, #"attributesOfItem"#,
            ],
            reason: "C617.1"
        ),
        Category(
            name: "SystemBootTime",
            uses: [#"systemUptime"#, #"mach_absolute_time"#, #"CLOCK_(MONOTONIC|UPTIME|BOOTTIME)"#],
            reason: "35F9.1"
        ),
        Category(
            name: "DiskSpace",
            uses: [#"\bstatv?fs"#, #"volumeAvailableCapacity"#, #"systemFreeSize"#, #"systemSize"#],
            reason: "E174.1"
        ),
        Category(name: "UserDefaults", uses: [#"\bUserDefaults\b"#], reason: "CA92.1"),
        Category(name: "ActiveKeyboards", uses: [#"activeInputModes"#], reason: "54BD.1"),
    ]

    private let root: URL
    private let manifest: [String: Any]

    init() throws {
        self.root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: self.root.appendingPathComponent("Sources/Spoor/PrivacyInfo.xcprivacy"))
        let plist = try PropertyListSerialization.propertyList(from: data, format: nil)
        self.manifest = try #require(plist as? [String: Any])
    }

    /// The sources without their comments.
    private func sources() throws -> [String] {
        let folder = self.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
        #expect(names.count > 50)
        return try names.map { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        }
    }

    @Test func theManifestNamesEachApiThatNeedsAReasonAndNoOther() throws {
        let declared = try #require(self.manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        var reasons: [String: [String]] = [:]
        for entry in declared {
            let type = try #require(entry["NSPrivacyAccessedAPIType"] as? String)
            reasons[type] = try #require(entry["NSPrivacyAccessedAPITypeReasons"] as? [String])
        }
        #expect(reasons.count == declared.count, "A category stands twice.")
        let sources = try self.sources()
        for category in Self.categories {
            let isUsed = sources.contains { text in
                category.uses.contains { text.range(of: $0, options: .regularExpression) != nil }
            }
            let stated = reasons.removeValue(forKey: "NSPrivacyAccessedAPICategory" + category.name)
            #expect(stated == (isUsed ? [category.reason] : nil), "\(category.name)")
        }
        #expect(reasons.isEmpty, "These are no categories of Apple's: \(reasons.keys)")
    }

    @Test func whatIsCollectedIsForAnalyticsAndNeverForTracking() throws {
        #expect(self.manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((self.manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        let collected = try #require(self.manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let types = collected.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
        #expect(
            Set(types.map { $0.replacing("NSPrivacyCollectedDataType", with: "") })
                == ["ProductInteraction", "UserID", "DeviceID"]
        )
        for entry in collected {
            #expect(entry["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(entry["NSPrivacyCollectedDataTypeLinked"] as? Bool == true)
            let purposes = try #require(entry["NSPrivacyCollectedDataTypePurposes"] as? [String])
            #expect(purposes == ["NSPrivacyCollectedDataTypePurposeAnalytics"])
        }
        #expect(
            Set(self.manifest.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
                "NSPrivacyAccessedAPITypes",
            ]
        )
    }
}
