/// Is asked before an exposure is recorded, and told afterwards.
@MainActor
public protocol ExposureListener: AnyObject {
    /// Whether an exposure shall be recorded; asked only of what the rules let pass.
    ///
    /// Where it shall not, the element is asked for again when it has been out of sight.
    ///
    /// - Parameters:
    ///   - element: what was seen.
    ///   - mark: what the app asked to know of it.
    /// - Returns: false leaves it out.
    func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool

    /// Tells of an exposure that was recorded; not of one that only a definition makes an event of.
    ///
    /// - Parameters:
    ///   - element: what was seen.
    ///   - mark: what the app asked to know of it.
    ///   - event: what was recorded.
    func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent)
}

extension ExposureListener {
    /// Every exposure is recorded.
    public func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool { true }

    /// Nothing is done.
    public func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) {}
}
