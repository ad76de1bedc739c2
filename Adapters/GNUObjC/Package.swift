// swift-tools-version: 6.2
import PackageDescription

// The hooks of the SDK, on the Objective-C runtime that comes with gcc: the same sources, so that they run on Linux.
let package = Package(
    name: "SpoorGNUObjC",
    targets: [
        .target(name: "CGNUObjC", linkerSettings: [.linkedLibrary("objc")]),
        // A link to the SDK's own folder.
        .target(name: "SpoorHooks", dependencies: ["CGNUObjC"]),
        .testTarget(name: "GNUObjCTests", dependencies: ["CGNUObjC", "SpoorHooks"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .regular || target.type == .test {
    guard target.name != "CGNUObjC" else { continue }
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
