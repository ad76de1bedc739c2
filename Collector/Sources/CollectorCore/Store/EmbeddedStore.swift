import SpoorWire

/// The default store: SQLite files in one folder, one process, no server besides.
public final class EmbeddedStore: EventStore {
    private let settings: StoreSettings
    private let registry: ProjectRegistry
    private let queue: WriterQueue
    private let writer: Writer
    private let indexer: Indexer
    private let payloadWorker: PayloadWorker
    private let monitor = HealthMonitor()
    private let isStopped = Locked(false)

    /// Opens the folder, makes up for what a sudden end left undone, and starts the writer.
    ///
    /// - Throws: why the folder or one of its projects cannot be used.
    public init(settings: StoreSettings) throws {
        self.settings = settings
        self.registry = try ProjectRegistry(settings: settings)
        self.queue = WriterQueue(maxBytes: settings.maxBacklogBytes)
        self.writer = Writer(queue: self.queue, registry: self.registry, settings: settings, health: self.monitor)
        self.indexer = Indexer(registry: self.registry, factsPerRun: settings.factsPerRun)
        self.payloadWorker = PayloadWorker(registry: self.registry, settings: settings)
        self.writer.start()
        self.indexer.start()
        self.payloadWorker.start()
    }

    deinit {
        self.stop()
    }

    /// Writes and answers everything that was accepted, then closes the files; nothing is accepted from now on.
    ///
    /// A second call waits for the first to end.
    public func stop() {
        self.isStopped.withLock { isStopped in
            guard !isStopped else { return }
            isStopped = true
            self.queue.close()
            self.writer.join()
            self.payloadWorker.stop()
            self.indexer.stop()
            for project in self.registry.all() { project.payloads.close() }
            self.registry.release()
        }
    }

    /// Opens a project where the collector takes events for it.
    ///
    /// - Throws: `ProjectError` where it does not.
    public func open(project: String) throws(ProjectError) { _ = try self.registry.project(project) }

    /// Decodes and checks a body on the caller's thread; a body that cannot be read at all is kept among the rejects.
    ///
    /// - Throws: `ProjectError` for an unknown project, `BodyFault` for an unreadable body.
    public func decode(_ request: IngestRequest) throws -> DecodedBatch {
        let project = try self.registry.project(request.project)
        let received = self.settings.now()
        do throws(BodyFault) {
            return try BodyReader.decode(request, received: received, hash: project.hash)
        } catch {
            self.reject(request, reason: error.description)
            throw error
        }
    }

    /// Turns the records of a packet into events and checks them, on the caller's thread.
    ///
    /// - Throws: `ProjectError` for an unknown project.
    public func decode(_ request: RecordsRequest) throws -> DecodedBatch {
        let project = try self.registry.project(request.project)
        return RecordDecoder.decode(request, received: self.settings.now(), hash: project.hash)
    }

    /// Keeps a request that could not be read among the rejects of its project.
    public func reject(_ request: IngestRequest, reason: String) {
        var batch = DecodedBatch(
            project: request.project,
            received: self.settings.now(),
            source: request.source,
            body: ByteBlock(owning: nil, count: 0)
        )
        batch.rejects.append(DecodedReject(index: nil, reason: reason, raw: request.body.bytes))
        self.ingest(batch) { _ in }
    }

    /// Stores a batch; the completion is called on the writer's thread once the batch is safe, or cannot be.
    public func ingest(
        _ batch: DecodedBatch,
        completion: @escaping @Sendable (Result<IngestReceipt, IngestFailure>) -> Void
    ) {
        guard !batch.payloads.isEmpty else { return self.add(batch, completion) }
        let worker = self.payloadWorker
        self.add(batch) { result in
            completion(result)
            worker.wake()
        }
    }

    private func add(
        _ batch: DecodedBatch,
        _ completion: @escaping @Sendable (Result<IngestReceipt, IngestFailure>) -> Void
    ) {
        if let failure = self.queue.add(.init(batch: batch, completion: completion)) { completion(.failure(failure)) }
    }

    /// Tries the refused events of a project again; those that are taken now leave the rejects (bug case O-31).
    ///
    /// Waits for the writer; not to be called on a thread that serves others.
    ///
    /// - Throws: `ProjectError` for an unknown project, `IngestFailure` when the store fails on the way.
    public func replayRejects(project: String) throws -> ReplayReport {
        let project = try self.registry.existing(project)
        return try RejectReplay(store: self, project: project, now: self.settings.now()).run()
    }

    /// Names of the projects that exist, in order.
    public func projectNames() -> [String] { self.registry.all().map(\.name) }

    /// What analyses read of one project.
    public func facts(project: String) throws -> any FactSource { try self.registry.existing(project).reader }

    /// What may be read of a project's payloads.
    public func payloads(project: String) throws -> any PayloadSource { try self.registry.existing(project).payloads }

    /// How the writer is.
    public func health() -> StoreHealth {
        self.monitor.health(now: self.settings.now(), backlog: self.queue.backlog)
    }
}
