import CollectorCore

/// The routes for whoever runs the collector: is it well, what does it do, and try again what was refused.
struct OperationRoutes {
    let store: any EventStore
    let metrics: Metrics

    var routes: [Route] {
        [
            Route(answering: .get, "/healthz") { _, answer in answer(Self.response(self.store.health())) },
            Route(answering: .get, "/metrics") { _, answer in
                let text = MetricsText.text(
                    self.metrics.counts,
                    self.store.health(),
                    projects: self.store.projectNames().count
                )
                answer(.text(text, type: "text/plain; version=0.0.4; charset=utf-8"))
            },
            Route(.post, "/v1/rejects/replay") { request in
                try self.replay(project: ProjectParameter.read(request.query))
            },
        ]
    }

    private func replay(project: String) throws -> HTTPResponse {
        do {
            let report = try self.store.replayRejects(project: project)
            return .json(
                """
                {"stored":\(report.stored),"duplicate":\(report.duplicate),"refused":\(report.refused),\
                "skipped":\(report.skipped)}
                """
            )
        } catch let error as ProjectError {
            throw HTTPError(404, error.description)
        } catch let failure as IngestFailure {
            return .unavailable(failure.description, retryAfterSeconds: failure.retryAfterSeconds)
        }
    }

    /// Status 200 when the writer lives and can commit, whatever the port does (bug case O-35).
    static func response(_ health: StoreHealth) -> HTTPResponse {
        let age = health.lastCommitAgeMilliseconds.map { "\(Double($0) / 1_000)" } ?? "null"
        let error = health.lastError.map(JSONText.quoted) ?? "null"
        return .json(
            """
            {"status":"\(health.isHealthy ? "ok" : "failing")","last_commit_age_seconds":\(age),\
            "backlog_batches":\(health.backlogBatches),"backlog_bytes":\(health.backlogBytes),"last_error":\(error)}
            """,
            status: health.isHealthy ? 200 : 503
        )
    }
}
