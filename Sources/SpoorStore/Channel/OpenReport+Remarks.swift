extension OpenReport {
    /// What developers should know of it, a sentence each; nothing after an ordinary start.
    public var remarks: [String] {
        var sentences: [String] = []
        if case .replaced(let name, let salvaged) = self.database {
            sentences.append(
                "The database was damaged: it lies beside the new one as '\(name)'; \(salvaged) records were saved, "
                    + "\(self.missing) are lost."
            )
        } else if self.missing > 0 {
            sentences.append(
                "The database or its log was damaged, or changed from outside: \(self.missing) records that it held are "
                    + "lost. Let nobody but the app write in the queue's folder."
            )
        }
        if self.journal.isDamaged {
            sentences.append(
                "The journal was damaged: \(self.journal.lost) records and "
                    + "\(self.journal.skippedBytes) bytes could not be read, \(self.journal.cutSegments) files are "
                    + "shorter than they were; everything else was taken over."
                    + (self.journal.cutSegments > 0 ? " What was cut off the end is lost, and cannot be counted." : "")
            )
        }
        if let name = self.stateSetAside {
            sentences.append("The state file was damaged and lies beside the new one as '\(name)'. \(self.stateFate)")
        } else if self.producerOrigin == .stateMissing {
            sentences.append("The state file was missing. \(self.stateFate)")
        }
        if let reason = self.stateProblem {
            sentences.append(
                "The state file cannot be written, the database keeps the state meanwhile: \(reason). Make room on the "
                    + "disk, or give the app the right to write in the queue's folder."
            )
        }
        if self.lostPayloads > 0 {
            sentences.append(LostPayloads.sentence(self.lostPayloads))
        }
        return sentences
    }

    private var stateFate: String {
        guard !self.isStateRestored else { return "Its copy was taken over." }
        let copy = self.isCopyDamaged ? "Its copy was damaged, too" : "There was no copy of it"
        let choices =
            switch self.choices {
            case .none: ""
            case .known: " What the person chose was kept apart, and holds."
            case .unknown:
                " A choice of the person's is not known any more, if there was one: what the app's configuration says of "
                    + "consent holds again."
            }
        return "\(copy): who is recorded begins anew.\(choices)"
    }
}
