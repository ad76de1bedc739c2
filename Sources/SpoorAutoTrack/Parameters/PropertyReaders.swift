/// Readers that the app registers, by type and name.
///
/// ```swift
/// readers.register("banner", of: HomePage.self) { $0.banner }
/// readers.register("url", of: Banner.self) { $0.url }
/// ```
@MainActor
public final class PropertyReaders: KeyPathReader {
    private var readers: [String: [(Any) -> KeyPathAnswer]] = [:]

    /// Makes an empty register.
    public init() {}

    /// Registers the reader of a name; the last one that fits an object's type counts.
    ///
    /// - Parameters:
    ///   - name: the name, as key paths have it.
    ///   - type: the type of objects that have it; those of a subclass or that conform to it do, too.
    ///   - read: takes the value out of an object; nil for none at the moment.
    public func register<Object>(
        _ name: String,
        of type: Object.Type = Object.self,
        _ read: @escaping (Object) -> Any?
    ) {
        self.readers[name, default: []].insert(
            { object in
                guard let object = object as? Object else { return .unknown }
                return read(object).map { .value($0) } ?? .absent
            },
            at: 0
        )
    }

    /// The value of a name by the readers that were registered for it.
    public func value(named name: String, of object: Any) -> KeyPathAnswer {
        for read in self.readers[name] ?? [] {
            let answer = read(object)
            if case .unknown = answer { continue }
            return answer
        }
        return .unknown
    }
}
