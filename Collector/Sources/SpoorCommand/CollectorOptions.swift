import CollectorCore
import CommandLineKit
import Foundation

/// Options of several commands: which collector, and which project on it.
enum CollectorOptions {
    /// The collector that a command speaks to.
    static func server(help: String) -> Option<String> {
        .text(
            "server",
            "URL",
            default: "http://127.0.0.1:8106",
            expected: "an address of a collector, such as http://127.0.0.1:8106",
            help: help,
            isGood: CollectorClient.isAddress
        )
    }

    /// The project that a command is about, where there need be none.
    static func project(help: String) -> Option<String?> {
        .custom("project", "NAME", expected: ProjectName.expected, help: help) { ProjectName.isValid($0) ? $0 : nil }
    }

    /// The project that a command is about.
    static func project(default name: String, help: String) -> Option<String> {
        .text(
            "project",
            "NAME",
            default: name,
            expected: ProjectName.expected,
            help: help,
            isGood: ProjectName.isValid
        )
    }

    /// Projects, as often as there are.
    static func projects(help: String) -> Option<[String]> {
        .texts("project", "NAME", expected: ProjectName.expected, help: help, isGood: ProjectName.isValid)
    }

    /// A data folder that is read, not made; one that is not there is most likely a slip of the pen.
    static func existing(data: String) throws(CommandFailure) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: data, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure("There is no data folder '\(data.echoed)': name the one that 'spoor serve' uses.")
        }
        return data
    }
}
