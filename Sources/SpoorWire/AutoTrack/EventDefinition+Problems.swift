extension EventDefinition.Alias {
    /// Why it makes no event, or would make more than is meant, in a sentence; nil where it can be used.
    ///
    /// - Parameter trigger: what makes the event.
    /// - Returns: the sentence.
    public func problem(for trigger: EventDefinition.Trigger) -> String? {
        guard self.isMeaningful else { return "It needs an \"elementPath\", an \"elementId\" or a \"page\"." }
        let isOfElement = self.path != nil || self.elementID != nil || self.position != nil || self.content != nil
        if trigger == .pageView, isOfElement {
            return
                "The view of a page has no element: it is met by its \"page\", and by \"appVersions\" beside it, alone."
        }
        return self.appVersions?.problem
    }
}

extension AppVersionRange {
    /// Why no version lies in it, or which bound is none; nil where it can be used.
    var problem: String? {
        let bounds = [self.first, self.last].compactMap(\.self)
        if let bound = bounds.first(where: { !Self.isVersion($0) }) {
            return "'\(Limits.shown(bound))' is no version: whole numbers with points between them, such as 2.3.1."
        }
        guard self.isEmpty else { return nil }
        return "No version is from \(Limits.shown(self.first ?? "")) to \(Limits.shown(self.last ?? ""))."
    }
}
