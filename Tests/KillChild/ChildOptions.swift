/// The options of a child's command line, each `--name value`.
struct ChildOptions: Sendable {
    private var values: [String: String] = [:]

    init(_ arguments: [String]) {
        for index in stride(from: 0, to: arguments.count - 1, by: 2) {
            self.values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
        }
    }

    subscript(name: String) -> String? { self.values[name] }

    func number(_ name: String, _ absent: Int) -> Int { self.values[name].flatMap { Int($0) } ?? absent }
}
