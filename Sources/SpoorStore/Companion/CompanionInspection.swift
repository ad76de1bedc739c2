import CSpoor

/// What companions have recorded and the host has not taken over, as far as it can be seen from outside.
public struct CompanionInspection: Equatable, Sendable {
    /// How many companions have a folder.
    public internal(set) var companions = 0
    /// How many of them have ended, or seem to.
    public internal(set) var gone = 0
    /// What their files hold, by class; what the host took over already of files that are still written counts, too.
    public internal(set) var waiting: [RecordClass: ClassTotal] = [:]
    /// Bytes of their files.
    public internal(set) var fileBytes = 0
    /// When the oldest of these was made, in milliseconds since 1970 by the device's clock; nil without one.
    public internal(set) var oldest: Int64?
    /// What is wrong, a sentence each.
    public internal(set) var problems: [String] = []

    /// Whether a folder is a shared place of an app and its companions.
    public static func isPlace(_ folder: String) -> Bool {
        let place = CompanionPlace(root: folder)
        return (try? Posix.exists(place.companions)) ?? false || !place.channelNames().isEmpty
    }

    /// The shared places that a folder is or holds, sorted.
    public static func places(in folder: String) -> [String] {
        let found =
            self.isPlace(folder)
            ? [folder] : ((try? Posix.names(in: folder)) ?? []).map { "\(folder)/\($0)" }.filter(self.isPlace)
        return found.flatMap { root in
            let place = CompanionPlace(root: root)
            return [root] + place.channelNames().map { place.channel($0).root }
        }
    }

    /// Looks into a shared place; nothing in it is written, locked or created.
    ///
    /// - Parameter folder: the place's folder, which holds one named `companions`.
    public init(folder: String) {
        let place = CompanionPlace(root: folder)
        self.fileBytes = place.ownBytes()
        do {
            for companion in try CompanionFolder.all(in: place) { try self.add(companion) }
        } catch {
            self.problems.append("The companions' files cannot be read: \(error)")
        }
    }

    private mutating func add(_ companion: CompanionFolder) throws {
        guard let files = try companion.files() else { return }
        self.companions += 1
        self.gone += companion.isGone ? 1 : 0
        var damaged = 0
        for file in files {
            let answer = try companion.read(file, isWhole: true) { frame in
                if frame.kind != .state { self.add(frame) }
                return true
            }
            damaged += answer?.damaged ?? 0
        }
        guard damaged > 0 else { return }
        self.problems.append(
            "The companion \(companion.name) has \(damaged) damaged records; the others are taken over."
        )
    }

    private mutating func add(_ frame: JournalFrame) {
        self.waiting[frame.recordClass, default: ClassTotal()].count += 1
        self.waiting[frame.recordClass, default: ClassTotal()].bytes += frame.payload.count
        self.oldest = min(self.oldest ?? frame.recorded, frame.recorded)
    }
}
