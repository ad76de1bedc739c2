#if canImport(ObjectiveC)
import Foundation

/// What may be recorded at all.
extension SpoorTracker {
    /// What is known of the person's will about a category.
    ///
    /// - Parameter category: the kind of collection.
    /// - Returns: what is known.
    @objc(consentFor:)
    public func consent(for category: SpoorConsentCategory) -> SpoorConsentStatus {
        SpoorConsentStatus(self.tracker.consent(for: category.category))
    }

    /// Takes the person's choice about one kind of collection; it is kept across restarts.
    ///
    /// - Parameters:
    ///   - category: the kind of collection.
    ///   - isGranted: whether the person agrees.
    @objc(setConsent:granted:)
    public func setConsent(_ category: SpoorConsentCategory, granted isGranted: Bool) {
        self.tracker.setConsent(category.category, granted: isGranted)
    }

    /// Takes the person's choice about several kinds of collection at once, as one dialog gives them.
    ///
    /// - Parameters:
    ///   - categories: the kinds of collection, as numbers: `@[@(SpoorConsentCategoryAnalytics)]`; others are left out.
    ///   - isGranted: whether the person agrees.
    @objc(setConsents:granted:)
    public func setConsents(_ categories: [Any], granted isGranted: Bool) {
        let known = ObjectTexts.numbers(categories).compactMap { SpoorConsentCategory(rawValue: $0)?.category }
        if known.count < categories.count {
            self.tracker.warn(
                "\(categories.count - known.count) categories of consent are not known; use SpoorConsentCategory's."
            )
        }
        self.tracker.setConsent(Set(known), granted: isGranted)
    }

    /// Whether the person opted out of everything; kept across restarts.
    @objc public var isOptedOut: Bool { self.tracker.isOptedOut }

    /// Stops recording and deletes everything that waits on this device; the person is not forgotten.
    @objc public func optOut() {
        self.tracker.optOut()
    }

    /// Stops recording, deletes everything that waits on this device, and forgets who was recorded.
    @objc public func optOutAndForget() {
        self.tracker.optOutAndForget()
    }

    /// Begins to record again.
    @objc public func optIn() {
        self.tracker.optIn()
    }
}
#endif
