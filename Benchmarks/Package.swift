// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "spoor-bench", targets: ["SpoorBench"])],
    dependencies: [.package(name: "Spoor", path: "..")],
    targets: [
        .executableTarget(
            name: "SpoorBench",
            dependencies: [
                .product(name: "Spoor", package: "Spoor"), .product(name: "SpoorTesting", package: "Spoor"),
                .product(name: "SpoorAutoTrack", package: "Spoor"),
                .product(name: "SpoorWire", package: "Spoor"),
            ]
        ),
        .target(name: "CSlowWrites"),
        .executableTarget(
            name: "SlowStorage",
            dependencies: [
                "CSlowWrites",
                .product(name: "Spoor", package: "Spoor"), .product(name: "SpoorTesting", package: "Spoor"),
                .product(name: "SpoorWire", package: "Spoor"),
            ]
        ),
        .executableTarget(name: "HelloPlain"),
        .executableTarget(name: "HelloSpoor", dependencies: [.product(name: "Spoor", package: "Spoor")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .executable {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
