// swift-tools-version: 6.2
import PackageDescription

let wire = Target.Dependency.product(name: "SpoorWire", package: "Spoor")
let sdk = Target.Dependency.product(name: "Spoor", package: "Spoor")
let testing = Target.Dependency.product(name: "SpoorTesting", package: "Spoor")
let sqlite = Target.Dependency.product(name: "SpoorSQLite", package: "Spoor")

let package = Package(
    name: "Collector",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "CollectorCore", targets: ["CollectorCore"]),
        .library(name: "CollectorAnalysis", targets: ["CollectorAnalysis"]),
        .library(name: "CollectorServer", targets: ["CollectorServer"]),
        .executable(name: "spoor", targets: ["SpoorExecutable"]),
    ],
    dependencies: [
        .package(name: "Spoor", path: "..")
    ],
    targets: [
        .systemLibrary(
            name: "CMicrohttpd",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        // Named here as well, so that a machine without pkg-config links it.
        .target(
            name: "CHTTPServer",
            dependencies: ["CMicrohttpd"],
            linkerSettings: [.linkedLibrary("microhttpd")]
        ),
        .target(name: "CommandLineKit"),
        .target(name: "CollectorCore", dependencies: [wire, sqlite]),
        .target(name: "CollectorAnalysis", dependencies: ["CollectorCore", wire]),
        .target(
            name: "CollectorServer",
            dependencies: ["CHTTPServer", "CollectorAnalysis", "CollectorCore", wire],
            // In the binary, so that it shows its pages wherever it is moved to.
            resources: [.embedInCode("Dashboard/Resources")]
        ),
        .target(
            name: "SpoorCommand",
            dependencies: ["CollectorCore", "CollectorServer", "CommandLineKit", wire, sdk]
        ),
        // Not named after its product: where letter case does not matter, "spoor" and the SDK's "Spoor" are one name.
        .executableTarget(name: "SpoorExecutable", dependencies: ["CommandLineKit", "SpoorCommand"]),
        .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
        .target(
            name: "CollectorTesting",
            dependencies: ["CollectorCore"],
            path: "Tests/CollectorTesting"
        ),
        .testTarget(
            name: "CollectorAnalysisTests",
            dependencies: ["CollectorAnalysis", "CollectorCore", "CollectorTesting", testing, wire]
        ),
        .testTarget(name: "CollectorCoreTests", dependencies: ["CollectorCore", testing, wire, sqlite]),
        .testTarget(
            name: "CollectorServerTests",
            dependencies: ["CollectorCore", "CollectorServer", "CollectorTesting", testing, wire, sdk, sqlite]
        ),
        .testTarget(
            name: "SpoorCommandTests",
            dependencies: [
                "CollectorCore", "CollectorServer", "CollectorTesting", "CommandLineKit", "SpoorCommand", sdk, wire,
            ]
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
