/// Reads options one after another and keeps their values.
struct OptionReader {
    /// What an option was refused for.
    struct Failure: Error {
        let reason: UsageError.Reason
    }

    let command: Command
    private(set) var values: [String: any Sendable] = [:]

    init(command: Command) {
        self.command = command
    }

    /// Reads the option spelled by `word`; takes its value from the front of `words` unless it follows a `=`.
    mutating func read(_ word: String, from words: inout ArraySlice<String>) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let spelling = String(parts[0])
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let option = self.command.options.first(where: { $0.spelling == spelling }) else {
            let known = self.command.options.map(\.spelling) + ["--help"]
            throw Failure(reason: .unknownOption(spelling, nearest: NearestName.find(spelling, among: known)))
        }
        switch option.form {
        case .flag:
            if let attached { throw Failure(reason: .unexpectedValue(option: spelling, value: attached)) }
            self.values[option.name] = true
        case .value(_, let read):
            guard self.values[option.name] == nil else { throw Failure(reason: .repeatedOption(spelling)) }
            let text = try self.value(of: option, attached: attached, from: &words)
            do throws(OptionDeclaration.Refusal) {
                self.values[option.name] = try read(text)
            } catch {
                throw Failure(reason: .refusedValue(option: spelling, value: text, expected: error.expected))
            }
        case .list(_, let check):
            let text = try self.value(of: option, attached: attached, from: &words)
            do throws(OptionDeclaration.Refusal) {
                try check(text)
            } catch {
                throw Failure(reason: .refusedValue(option: spelling, value: text, expected: error.expected))
            }
            self.values[option.name] = (self.values[option.name] as? [String] ?? []) + [text]
        }
    }

    private func value(
        of option: OptionDeclaration,
        attached: String?,
        from words: inout ArraySlice<String>
    ) throws(Failure) -> String {
        if let attached { return attached }
        // A word with dashes in front is rather the next option than a value; `--name=-value` says otherwise.
        guard let next = words.first, !next.hasPrefix("--") else {
            throw Failure(reason: .missingValue(option: option.spelling, synopsis: option.synopsis))
        }
        words.removeFirst()
        return next
    }
}
