// swift-tools-version: 6.2
import PackageDescription

// Apple's stores read the privacy manifest out of the SDK's bundle; on Linux there is neither store nor bundle.
#if os(Linux)
let manifestResources: [Resource] = []
let manifestExclusions = ["PrivacyInfo.xcprivacy"]
#else
let manifestResources: [Resource] = [.process("PrivacyInfo.xcprivacy")]
let manifestExclusions: [String] = []
#endif

let package = Package(
    name: "Spoor",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
    products: [
        // Objective-C imports the module of UIKit's marks by its name.
        .library(name: "Spoor", targets: ["Spoor", "SpoorUIKit"]),
        .library(name: "SpoorTesting", targets: ["SpoorTesting"]),
        .library(name: "SpoorAutoTrack", targets: ["SpoorAutoTrack"]),
        .library(name: "SpoorWire", targets: ["SpoorWire"]),
        .library(name: "SpoorSQLite", targets: ["SpoorSQLite"]),
    ],
    targets: [
        .target(name: "CSpoor"),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Apple's platforms have CryptoKit and CommonCrypto.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "SpoorWire",
            dependencies: ["CZlib", .target(name: "CCrypto", condition: .when(platforms: [.linux]))]
        ),
        .target(name: "SpoorSQLite", dependencies: ["CSQLite"]),
        .target(name: "SpoorStore", dependencies: ["CSpoor", "SpoorSQLite", "SpoorWire"]),
        .target(name: "SpoorChannel", dependencies: ["SpoorStore", "SpoorWire"]),
        .target(name: "SpoorAutoTrack", dependencies: ["SpoorWire"]),
        .target(name: "SpoorHooks"),
        // Empty where there is no UIKit.
        .target(name: "SpoorUIKit", dependencies: ["SpoorAutoTrack", "SpoorHooks", "SpoorWire"]),
        .target(
            name: "Spoor",
            dependencies: [
                "CSpoor", "SpoorAutoTrack", "SpoorChannel", "SpoorStore", "SpoorWire",
                .target(name: "SpoorUIKit", condition: .when(platforms: [.iOS, .tvOS, .macCatalyst, .visionOS])),
            ],
            exclude: manifestExclusions,
            resources: manifestResources
        ),
        .target(
            name: "SpoorTesting",
            dependencies: ["Spoor", "SpoorAutoTrack", "SpoorChannel", "SpoorStore", "SpoorWire"]
        ),
        .executableTarget(
            name: "KillChild",
            dependencies: ["CZlib", "Spoor", "SpoorChannel", "SpoorStore"],
            path: "Tests/KillChild"
        ),
        // Dumps of real screens, made trees for the engine; and the tool that compares its verdicts with theirs.
        .target(name: "ScreenDumps", dependencies: ["SpoorAutoTrack", "SpoorTesting"], path: "Tests/ScreenDumps"),
        .executableTarget(
            name: "ScreenReport",
            dependencies: ["ScreenDumps", "SpoorAutoTrack"],
            path: "Tests/ScreenReport"
        ),
        .executableTarget(name: "ValueTable", dependencies: ["Spoor", "SpoorTesting"], path: "Tests/ValueTable"),
        .target(name: "ChildPrograms", dependencies: ["SpoorWire"], path: "Tests/ChildPrograms"),
        .testTarget(name: "SpoorWireTests", dependencies: ["SpoorWire"]),
        .testTarget(name: "SpoorSQLiteTests", dependencies: ["SpoorSQLite"]),
        .testTarget(
            name: "SpoorStoreTests",
            dependencies: ["CSpoor", "SpoorSQLite", "SpoorStore", "SpoorTesting", "SpoorWire"]
        ),
        .testTarget(
            name: "SpoorChannelTests",
            dependencies: ["SpoorChannel", "SpoorStore", "SpoorTesting", "SpoorWire"]
        ),
        .testTarget(name: "SpoorHooksTests", dependencies: ["SpoorHooks"]),
        .testTarget(
            name: "SpoorAutoTrackTests",
            dependencies: ["ScreenDumps", "SpoorAutoTrack", "SpoorTesting", "SpoorWire"]
        ),
        .testTarget(
            name: "SpoorTests",
            dependencies: [
                "ChildPrograms", "Spoor", "SpoorAutoTrack", "SpoorChannel", "SpoorSQLite", "SpoorStore", "SpoorTesting",
                "SpoorWire",
            ]
        ),
        .testTarget(
            name: "SpoorFaultTests",
            // The child is not imported, but run.
            dependencies: ["ChildPrograms", "KillChild", "Spoor", "SpoorChannel", "SpoorTesting", "SpoorWire"],
            exclude: ["tls_front.py"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .regular || target.type == .test || target.type == .executable {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
