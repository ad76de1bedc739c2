import SpoorStore

/// What the person's consent says of records, by kind.
package struct ReportPermissions: Equatable, Sendable {
    /// What it says of one kind.
    package enum Permission: Equatable, Sendable {
        /// They are recorded.
        case allowed
        /// They wait in memory for the person's answer.
        case waiting
        /// They are dropped, and why.
        case refused(SendRefusal)
    }

    /// For monitoring and crash records.
    package var monitoring: Permission

    /// For records of business.
    package var business: Permission

    /// Creates permissions; everything is allowed unless named.
    package init(monitoring: Permission = .allowed, business: Permission = .allowed) {
        self.monitoring = monitoring
        self.business = business
    }

    /// Whether a record of a class may name the person: that needs consent to what analytics needs, as business does.
    func allowsPerson(in recordClass: RecordClass) -> Bool {
        recordClass == .tracked || self.business == .allowed
    }

    /// What holds for a class of records.
    subscript(_ recordClass: RecordClass) -> Permission {
        recordClass == .tracked ? self.business : self.monitoring
    }
}
