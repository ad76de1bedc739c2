import CollectorAnalysis
public import CollectorCore
import SpoorWire

/// The routes under `/api/v1` that read and analyse; `docs/API.md` describes them.
///
/// Each runs on a background thread. A question that cannot be answered is 400, with the parameter's name and what it
/// accepts.
public struct AnalysisAPI: Sendable {
    private let projects: ProjectAccess
    private let now: @Sendable () -> Int64

    /// Creates the routes over a store.
    ///
    /// - Parameters:
    ///   - store: Where events are kept.
    ///   - now: The present in milliseconds since 1970; buckets of the future stay empty.
    public init(store: any EventStore, now: @escaping @Sendable () -> Int64) {
        self.init(projects: ProjectAccess(store), now: now)
    }

    /// Creates the routes over projects from anywhere.
    ///
    /// - Parameters:
    ///   - projects: The projects.
    ///   - now: The present in milliseconds since 1970; buckets of the future stay empty.
    public init(projects: ProjectAccess, now: @escaping @Sendable () -> Int64) {
        self.projects = projects
        self.now = now
    }

    /// All routes.
    public var routes: [Route] {
        [
            self.route("projects", []) { [projects] _ in
                ["projects": .array(projects.names().map { .string($0) })]
            },
            self.projectRoute("info", [], APIAnswers.info),
            self.projectRoute("overview", ["from", "to", "interval"], APIAnswers.overview),
            self.projectRoute("trend", TrendParameters.names, APIAnswers.trend),
            self.projectRoute("funnel", FunnelParameters.names, APIAnswers.funnel),
            self.projectRoute("retention", RetentionParameters.names, APIAnswers.retention),
            self.projectRoute("events", ["event", "user", "text", "after", "before", "limit"], APIAnswers.events),
            self.projectRoute("users", ["q", "limit"], APIAnswers.users),
            self.projectRoute("timeline", ["user", "from", "to", "before", "limit"], APIAnswers.timeline),
            self.projectRoute("users/:user/timeline", ["from", "to", "before", "limit"], APIAnswers.timeline),
            self.projectRoute("users/:user", ["from", "to", "before", "limit"], APIAnswers.timeline),
            self.projectRoute("rejects", ["limit", "offset"], APIAnswers.rejects),
            self.projectRoute("names", [], APIAnswers.names),
            self.projectRoute("properties", ["event"], APIAnswers.properties),
            self.projectRoute("quality", [], APIAnswers.quality),
        ]
    }

    private func projectRoute(
        _ path: String,
        _ accepted: [String],
        _ answer: @escaping @Sendable (APIQuestion) throws -> JSONValue
    ) -> Route {
        self.route(path, ["project"] + accepted) { [projects, now] request in
            let project = APIQuestion.project(request.query, projects)
            let source = try projects.facts(project)
            return try answer(APIQuestion(request: request, project: project, source: source, now: now()))
        }
    }

    private func route(
        _ path: String,
        _ accepted: [String],
        _ answer: @escaping @Sendable (HTTPRequest) throws -> JSONValue
    ) -> Route {
        Route(.get, "/api/v1/" + path) { request in
            do {
                try APIQuestion.check(request.query, accepted: accepted)
                return .json(try answer(request).jsonText)
            } catch let error as AnalysisError {
                return APIFailure.response(to: error)
            } catch let error as ProjectError {
                return APIFailure.response(to: error)
            }
        }
    }
}
