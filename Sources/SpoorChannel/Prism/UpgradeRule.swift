package import SpoorWire

/// The version of the app, as a channel remembers it from its first run on.
package struct AppVersion: Equatable, Sendable {
    /// The name under which a channel's state keeps it.
    package static let stateKey = "appVersion"

    /// The version, such as `2.1.0`.
    package var version: String

    /// The build; empty where there is none.
    package var build: String

    /// Creates a version.
    package init(version: String, build: String = "") {
        self.version = version
        self.build = build
    }

    /// The form in which the state keeps it.
    package var json: JSONValue {
        .object([(key: "version", value: .string(self.version)), (key: "build", value: .string(self.build))])
    }

    /// Reads what ``json`` wrote; nil where something is missing.
    package init?(_ json: JSONValue?) {
        guard let json, let version = json["version"]?.stringValue, let build = json["build"]?.stringValue else {
            return nil
        }
        self.init(version: version, build: build)
    }
}

/// What becomes of the records of another version of the app.
package enum UpgradeRule {
    /// What to do; all of it in one transaction, so that a process that ends in between does it again.
    package enum Action: Equatable, Sendable {
        /// Delete the records whose sequence number is lower: those of earlier runs.
        ///
        /// The number is that of this run's first record. What this run recorded before its storage was open is newer.
        case clear(before: UInt64)

        /// Remember the version.
        case store(AppVersion)
    }

    /// Decides, once for each run, when the storage is open.
    ///
    /// - Parameters:
    ///   - stored: the version remembered; nil in the first run.
    ///   - current: the version running; nil where the platform does not tell, which changes nothing.
    ///   - clearsOnUpgrade: whether records of other versions are deleted.
    ///   - firstSequence: the number of this run's first record, or the next one where it has none.
    /// - Returns: what to do, in order.
    package static func decide(
        stored: AppVersion?,
        current: AppVersion?,
        clearsOnUpgrade: Bool,
        firstSequence: UInt64
    ) -> [Action] {
        guard let current, current != stored else { return [] }
        // Going back to an older version is a change as well: it cannot vouch for what a newer one wrote.
        guard stored != nil, clearsOnUpgrade else { return [.store(current)] }
        return [.clear(before: firstSequence), .store(current)]
    }
}
