import CollectorCore
import SpoorWire

/// The routes under `/api/v1/config` by which people read and change configurations; `docs/API.md` describes them.
///
/// What changes something takes JSON from the collector's own pages and from programs, never from pages of other sites.
public struct ConfigurationAPI: Sendable {
    private static let path = "/api/v1/config/:project"

    private let access: ConfigurationAccess

    /// Creates the routes.
    public init(_ access: ConfigurationAccess) {
        self.access = access
    }

    /// All routes.
    public var routes: [Route] {
        [
            self.reading("", [], self.current),
            self.reading("/history", ["limit", "before"], self.history),
            self.reading("/history/:revision", [], self.saved),
            self.writing(.put, "", self.save),
            self.writing(.post, "/undo", self.undo),
            self.writing(.post, "/check", self.check),
        ]
    }

    private typealias Work = @Sendable (HTTPRequest, _ project: String) throws -> HTTPResponse

    private func reading(_ path: String, _ accepted: [String], _ answer: @escaping Work) -> Route {
        Route(.get, Self.path + path) { request in
            let project = request.parameters["project"] ?? ""
            if let unknown = request.query.items.first(where: { !accepted.contains($0.name) }) {
                throw HTTPError(400, "There is no parameter '\(unknown.name.prefix(80))' here.")
            }
            return try Self.answering {
                try self.access.check(project)
                return try answer(request, project)
            }
        }
    }

    private func writing(_ method: HTTPMethod, _ path: String, _ answer: @escaping Work) -> Route {
        Route(method, Self.path + path) { request in
            try SameOrigin.check(request)
            let project = request.parameters["project"] ?? ""
            return try Self.answering { try answer(request, project) }
        }
    }

    private static func answering(_ body: () throws -> HTTPResponse) throws -> HTTPResponse {
        do {
            return try body()
        } catch let error as ProjectError {
            return APIFailure.response(to: error)
        } catch let error as ConfigurationStoreError {
            return try Self.response(to: error)
        }
    }

    private static func response(to error: ConfigurationStoreError) throws -> HTTPResponse {
        switch error {
        case .project: throw HTTPError(400, error.description)
        case .unknown: throw HTTPError(404, error.description)
        case .tooLarge: throw HTTPError(413, error.description)
        case .nothingBefore: throw HTTPError(409, error.description)
        case .damaged, .file: throw HTTPError(500, error.description)
        case .conflict(_, let current, let author):
            let body: JSONValue = [
                "error": .string(error.description), "revision": .integer(current), "author": .string(author),
            ]
            return .json(body.jsonText, status: 409)
        }
    }

    // MARK: Reading

    /// What holds, or where that is damaged the last that can be read: then 'problem' says so, and what to do.
    @Sendable
    private func current(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        let readable = try self.access.configurations.readable(project: project)
        let saved = readable.saved
        let keys = self.access.keys.keys(project: project)
        let review = ConfigurationReview(saved.document.bytes, project: project, keys: keys)
        var members = saved.members(project)
        members.append(("newest", .integer(readable.newest)))
        let problem = readable.problem.map { "\($0.description) Until then devices keep what they have." }
        members.append(("problem", .text(problem)))
        members.append(("document", saved.document.json))
        members.append(("warnings", .array(review.warnings.map(\.json))))
        members.append(("signingKey", keys.signingRecord?.publicJSON ?? .null))
        let opening = keys.all.filter { $0.kind == .opening && $0.state == .active }
        members.append(("openingKeys", .array(opening.map(\.publicJSON))))
        members.append(("fields", SettingDefaults.json))
        return .json(JSONValue.object(members).jsonText)
    }

    @Sendable
    private func saved(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        guard let revision = request.parameters["revision"].flatMap({ Int64($0) }), revision >= 0 else {
            throw HTTPError(400, "A revision is a whole number from 0 on.")
        }
        let saved = try self.access.configurations.saved(revision, project: project)
        return .json(JSONValue.object(saved.members(project) + [("document", saved.document.json)]).jsonText)
    }

    /// Each with what it changed; one that cannot be read any more says so and hides no other.
    @Sendable
    private func history(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        let limit = try Self.number(request.query["limit"], 1...200, "limit") ?? 20
        let before = try Self.number(request.query["before"], 1...Int64.max, "before")
        let store = self.access.configurations
        let revisions = try store.revisions(project: project, before: before, limit: Int(limit) + 1)
        let entries = revisions.enumerated().prefix(Int(limit)).map { index, revision -> JSONValue in
            do {
                let saved = try store.saved(revision, project: project)
                var members = saved.members(project)
                let earlier = index + 1 < revisions.count ? revisions[index + 1] : 0
                if let old = try? store.saved(earlier, project: project) {
                    let changes = ConfigurationChange.changes(from: old.document, to: saved.document)
                    members.append(("changes", .array(changes.map(\.json))))
                }
                return .object(members)
            } catch {
                return ["revision": .integer(revision), "problem": .string("\(error)")]
            }
        }
        let hasMore = revisions.count > Int(limit)
        let body: JSONValue = [
            "project": .string(project), "history": .array(entries),
            "next": hasMore ? .integer(revisions[Int(limit) - 1]) : .null,
        ]
        return .json(body.jsonText)
    }

    private static func number(_ text: String?, _ range: ClosedRange<Int64>, _ name: String) throws -> Int64? {
        guard let text, !text.isEmpty else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw HTTPError(400, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    // MARK: Changing

    @Sendable
    private func check(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        guard ProjectName.isValid(project) else { throw ProjectError.invalidName(project) }
        let keys = self.access.keys.keys(project: project)
        let review = ConfigurationReview(Array(request.body.bytes), project: project, keys: keys)
        return .json(JSONValue.object(review.members).jsonText)
    }

    @Sendable
    private func save(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        let order = try ConfigurationOrder(request)
        guard let document = order.document else {
            throw HTTPError(400, "There is no 'document': send {\"base\":…,\"document\":{\"namespaces\":{…}}}.")
        }
        let keys = self.access.keys.keys(project: project)
        let review = ConfigurationReview(Array(document.jsonText.utf8), project: project, keys: keys)
        guard let read = review.document, review.isValid || order.isLenient else {
            let sentence =
                "The configuration is not saved: \(review.faults.count) of its settings would be ignored or "
                + "changed. Correct what 'faults' names."
            return .json(JSONValue.object([("error", .string(sentence))] + review.members).jsonText, status: 422)
        }
        if let dropped = review.dropped.first {
            let sentence =
                "The configuration is not saved, not leniently either: '\(dropped.prefix(120))' is no object, and "
                + "without it apps would end channels. Correct it, or remove it."
            return .json(JSONValue.object([("error", .string(sentence))] + review.members).jsonText, status: 422)
        }
        try self.access.prepare(project)
        let store = self.access.configurations
        let saved = try store.save(
            read,
            project: project,
            base: order.base,
            author: order.author,
            comment: order.comment,
            atLeast: order.atLeast
        )
        return try self.answer(saved, project, review)
    }

    @Sendable
    private func undo(_ request: HTTPRequest, _ project: String) throws -> HTTPResponse {
        let order = try ConfigurationOrder(request)
        try self.access.check(project)
        let saved = try self.access.configurations.undo(
            to: order.revision,
            project: project,
            base: order.base,
            author: order.author,
            comment: order.comment
        )
        let keys = self.access.keys.keys(project: project)
        return try self.answer(saved, project, ConfigurationReview(saved.document.bytes, project: project, keys: keys))
    }

    /// What was saved, with the difference to the one before.
    private func answer(
        _ saved: SavedConfiguration,
        _ project: String,
        _ review: ConfigurationReview
    ) throws -> HTTPResponse {
        let store = self.access.configurations
        let before = try store.revisions(project: project, before: saved.revision, limit: 1).first ?? 0
        var members = saved.members(project)
        var warnings = review.warnings
        if let old = try? store.saved(before, project: project) {
            let changes = ConfigurationChange.changes(from: old.document, to: saved.document)
            members.append(("changes", .array(changes.map(\.json))))
            warnings += ConfigurationReview.stops(from: old.document, to: saved.document)
        }
        members.append(("document", saved.document.json))
        members.append(("faults", .array(review.faults.map(\.json))))
        members.append(("warnings", .array(warnings.map(\.json))))
        return .json(JSONValue.object(members).jsonText)
    }
}
