import CollectorCore

/// Writes metrics in the text format that Prometheus reads.
struct MetricsText {
    private var text = ""

    static func text(_ counts: Metrics.Counts, _ health: StoreHealth, projects: Int) -> String {
        var writer = MetricsText()
        writer.family("requests_total", "counter", "Requests to the routes that take events, by route and status.")
        for (key, value) in counts.requests.sorted(by: { $0.key < $1.key }) {
            writer.sample("requests_total", "{route=\"\(key.route)\",status=\"\(key.status)\"}", "\(value)")
        }
        writer.counter("received_bytes_total", "Bytes of request bodies as sent.", counts.bytes)
        writer.counter("events_stored_total", "Events stored.", counts.stored)
        writer.counter("events_duplicate_total", "Events left out because they were stored before.", counts.duplicate)
        writer.counter("events_rejected_total", "Events and whole requests refused.", counts.rejected)
        writer.family("packets_total", "counter", "Packets and encrypted bodies that were opened, by form.")
        for (form, value) in counts.packets.sorted(by: { $0.key < $1.key }) {
            writer.sample("packets_total", "{form=\"\(form)\"}", "\(value)")
        }
        writer.counter("records_total", "Records in packets that were opened.", counts.records)
        writer.counter("payload_bytes_total", "Bytes of their payloads, inflated.", counts.payloadBytes)
        writer.family("unopened_bodies_total", "counter", "Bodies that could not be opened, by reason.")
        for (reason, value) in counts.unopened.sorted(by: { $0.key < $1.key }) {
            writer.sample("unopened_bodies_total", "{reason=\"\(reason)\"}", "\(value)")
        }
        writer.counter("commits_total", "Groups of batches committed.", health.commits)
        writer.counter("failed_commits_total", "Groups of batches that could not be committed.", health.failedCommits)
        writer.gauge("backlog_batches", "Batches that wait for the writer.", "\(health.backlogBatches)")
        writer.gauge("backlog_bytes", "Bytes of events that wait for the writer.", "\(health.backlogBytes)")
        writer.gauge("projects", "Projects that are open.", "\(projects)")
        writer.gauge("healthy", "1 when the writer lives and can commit, else 0.", health.isHealthy ? "1" : "0")
        if let age = health.lastCommitAgeMilliseconds {
            writer.gauge("last_commit_age_seconds", "Seconds since the last commit.", "\(Double(age) / 1_000)")
        }
        return writer.text
    }

    private mutating func counter(_ name: String, _ help: String, _ value: Int64) {
        self.family(name, "counter", help)
        self.sample(name, "", "\(value)")
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: String) {
        self.family(name, "gauge", help)
        self.sample(name, "", value)
    }

    private mutating func family(_ name: String, _ type: String, _ help: String) {
        self.text += "# HELP spoor_collector_\(name) \(help)\n# TYPE spoor_collector_\(name) \(type)\n"
    }

    private mutating func sample(_ name: String, _ labels: String, _ value: String) {
        self.text += "spoor_collector_\(name)\(labels) \(value)\n"
    }
}
