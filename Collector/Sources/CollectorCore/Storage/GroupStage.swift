/// One group of batches on its way to the disk: what is to be stored where, and what became of each batch.
struct GroupStage {
    /// An event to be stored, by its place.
    struct Place {
        let batch: Int
        let event: Int
    }

    let batches: [DecodedBatch]
    let texts: [ResolvedTexts]
    /// Events by UTC day, in order of arrival.
    var days: [Int32: [Place]] = [:]
    /// Events that had been stored before.
    var duplicates: [Place] = []
    var receipts: [IngestReceipt]
    var failures: [IngestFailure?]

    init(batches: [DecodedBatch], texts: [ResolvedTexts]) {
        self.batches = batches
        self.texts = texts
        self.receipts = batches.map { IngestReceipt(rejected: $0.rejections) }
        self.failures = [IngestFailure?](repeating: nil, count: batches.count)
    }

    var results: [Result<IngestReceipt, IngestFailure>] {
        zip(self.receipts, self.failures).map { receipt, failure in
            failure.map(Result.failure) ?? .success(receipt)
        }
    }

    func event(_ place: Place) -> DecodedEvent { self.batches[place.batch].events[place.event] }

    func producer(_ place: Place) -> ProducerState? {
        self.texts[place.batch].producer(self.event(place).producer)
    }

    mutating func keep(_ place: Place) {
        self.days[Day.number(at: self.event(place).time), default: []].append(place)
        self.receipts[place.batch].stored += 1
    }

    mutating func leaveOut(_ place: Place) {
        self.duplicates.append(place)
        self.receipts[place.batch].duplicate += 1
    }

    mutating func fail(_ places: [Place], _ failure: IngestFailure) {
        for place in places { self.failures[place.batch] = failure }
    }
}
