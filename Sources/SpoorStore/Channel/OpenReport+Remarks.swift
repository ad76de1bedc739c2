extension OpenReport {
    /// What developers should know of it, a sentence each; nothing after an ordinary start.
    public var remarks: [String] {
        var sentences: [String] = []
        if case .replaced(let name, let salvaged) = self.database {
            sentences.append(
                "The database was damaged: it lies beside the new one as '\(name)'; \(salvaged) records were saved."
            )
        }
        if self.journal.isDamaged {
            sentences.append(
                "The journal was damaged: \(self.journal.corrupt + self.journal.torn) records and "
                    + "\(self.journal.skippedBytes) bytes could not be read, \(self.journal.cutSegments) files are "
                    + "shorter than they were; everything else was taken over."
            )
        }
        if let name = self.stateSetAside {
            sentences.append("The state file was damaged and lies beside the new one as '\(name)'.")
        }
        return sentences
    }
}
