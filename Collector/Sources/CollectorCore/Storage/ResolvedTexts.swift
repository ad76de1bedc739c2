/// The dictionary ids of one batch's texts, each looked up once.
struct ResolvedTexts {
    private var names: [Int64]
    private var identifiers: [Int64]
    private var producers: [ProducerState?]

    init(count: Int) {
        self.names = [Int64](repeating: 0, count: count)
        self.identifiers = self.names
        self.producers = [ProducerState?](repeating: nil, count: count)
    }

    mutating func resolve(_ event: DecodedEvent, _ texts: [String], with tables: DictionaryTables) throws {
        if event.name != DecodedEvent.none, self.names[Int(event.name)] == 0 {
            self.names[Int(event.name)] = try tables.names.id(of: texts[Int(event.name)], begin: tables.begin)
        }
        for index in [event.user, event.anonymous, event.login] where index != DecodedEvent.none {
            try self.resolveIdentifier(index, texts, with: tables)
        }
        if event.producer != DecodedEvent.none, self.producers[Int(event.producer)] == nil {
            self.producers[Int(event.producer)] = try tables.producers.producer(
                texts[Int(event.producer)],
                begin: tables.begin
            )
        }
    }

    mutating func resolveIdentifier(_ index: Int32, _ texts: [String], with tables: DictionaryTables) throws {
        guard self.identifiers[Int(index)] == 0 else { return }
        self.identifiers[Int(index)] = try tables.identifiers.id(of: texts[Int(index)], begin: tables.begin)
    }

    func name(_ index: Int32) -> Int64 { index == DecodedEvent.none ? 0 : self.names[Int(index)] }
    func identifier(_ index: Int32) -> Int64 { index == DecodedEvent.none ? 0 : self.identifiers[Int(index)] }
    func producer(_ index: Int32) -> ProducerState? {
        index == DecodedEvent.none ? nil : self.producers[Int(index)]
    }
}
