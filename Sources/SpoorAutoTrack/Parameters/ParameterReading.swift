import SpoorWire

/// Follows configured key paths from an element to values of the app.
@MainActor
struct ParameterReading {
    /// What came of one key path.
    enum Outcome: Equatable {
        /// The value, as properties have it.
        case value(PropertyValue)
        /// There is none at the moment.
        case absent
        /// It cannot or must not be read, and why.
        case refused(String)
    }

    /// Who is asked, the first one first.
    let readers: [any KeyPathReader]

    /// The value of a key path, as seen from an element.
    ///
    /// - Parameters:
    ///   - path: the names.
    ///   - element: where the way begins.
    ///   - page: the element's page, where it is known.
    /// - Returns: the value, or why there is none.
    func read(_ path: ParameterPath, from element: any Element, page: (any PageElement)?) -> Outcome {
        var object: Any = element
        for (level, name) in path.names.enumerated() {
            if level == 0, let start = Self.start(name, from: element, page: page) {
                guard let first = start else { return .absent }
                object = first
                continue
            }
            // Asked at each step, so that no way leads through a field to what was typed into it.
            if self.isProtected(object) {
                return .refused("'\(path)' leads into a field that takes text, which is never read.")
            }
            switch self.value(named: name, of: object) {
            case .unknown:
                return .refused("'\(path)' cannot be read: nobody knows '\(name)' there. Register a reader for it.")
            case .absent: return .absent
            case .value(let next):
                guard let value = Self.unwrapped(next) else { return .absent }
                object = value
            }
        }
        return self.outcome(object, path)
    }

    private func outcome(_ object: Any, _ path: ParameterPath) -> Outcome {
        if object is any Element || self.isProtected(object) {
            return .refused("'\(path)' ends in a part of the user interface; name one of its values.")
        }
        switch PropertyConversion(converting: object) {
        case .value(let value), .repaired(let value, _): return .value(value)
        case .absent: return .absent
        case .unsupported(let reason): return .refused("'\(path)' cannot be a property: \(reason)")
        }
    }

    /// The names that the engine knows by itself; nil for others, nil inside where there is no such thing.
    private static func start(_ name: String, from element: any Element, page: (any PageElement)?) -> Any?? {
        switch name {
        case "viewController", "page": .some(page ?? ElementAncestors.page(of: element))
        case "cell": .some(ElementAncestors.first(from: element) { $0.kind == .cell })
        case "parent", "superview": .some(element.parent)
        case "element", "view": .some(element)
        default: .none
        }
    }

    private func value(named name: String, of object: Any) -> KeyPathAnswer {
        for candidate in self.subjects(of: object) {
            if let members = candidate as? [String: Any] { return members[name].map { .value($0) } ?? .absent }
            for reader in self.readers {
                let answer = reader.value(named: name, of: candidate)
                if case .unknown = answer { continue }
                return answer
            }
        }
        return .unknown
    }

    /// An object, and for an element what stands behind it.
    private func subjects(of object: Any) -> [Any] {
        guard let element = object as? any Element else { return [object] }
        return self.readers.compactMap { $0.subject(of: element) } + [object]
    }

    private func isProtected(_ object: Any) -> Bool {
        if let element = object as? any Element, ElementPrivacy(of: element).refusesKeyPaths { return true }
        return self.readers.contains { $0.isProtected(object) }
    }

    private static func unwrapped(_ value: Any) -> Any? {
        var value = value
        for _ in 0..<8 {
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional else { return value }
            guard let inside = mirror.children.first?.value else { return nil }
            value = inside
        }
        return nil
    }
}
