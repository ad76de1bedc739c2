import Foundation

/// Finds the day files and runs of a project on the disk.
struct FactFolder {
    let path: String

    /// The days that have a file.
    func days() -> [Int32] {
        self.names().filter { $0.hasSuffix(".sqlite") }.compactMap { Day.number(text: $0.dropLast(7)) }.sorted()
    }

    /// The usable runs by day, in order of rows and without gaps from row 1 on.
    ///
    /// What a merge left behind, and what follows a gap, is removed: it will be built anew.
    func runs() -> [Int32: [FactRun]] {
        var found: [Int32: [FactRun]] = [:]
        for name in self.names() {
            let file = "\(self.path)/\(name)"
            if name.hasSuffix(".facts.tmp") { unlink(file) }
            guard name.hasSuffix(".facts"), let day = Day.number(text: name.prefix(10)) else { continue }
            if let run = FactRun(path: file) { found[day, default: []].append(run) } else { unlink(file) }
        }
        return found.mapValues(self.chain)
    }

    private func chain(_ runs: [FactRun]) -> [FactRun] {
        var chain: [FactRun] = []
        let ordered = runs.sorted {
            ($0.rows.lowerBound, -$0.rows.upperBound) < ($1.rows.lowerBound, -$1.rows.upperBound)
        }
        for run in ordered {
            if run.rows.lowerBound == (chain.last?.rows.upperBound ?? 0) + 1 {
                chain.append(run)
            } else {
                unlink(run.path)
            }
        }
        return chain
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: self.path)) ?? []
    }
}
