// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Collector",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "CommandLineKit"),
        .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
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
