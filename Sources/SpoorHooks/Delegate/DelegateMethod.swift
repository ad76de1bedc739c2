/// A method of a delegate that is hooked, and whether the delegate had it.
struct DelegateMethod: Hashable {
    let selector: String
    let types: String
    /// Whether the delegate did not answer to it, so that there is nothing to call behind the hook.
    let isAdded: Bool
}

/// That an object has a delegate under a hook.
struct DelegateUse: Hashable {
    /// The number of the hook.
    let hook: Int
    /// The address of the object that has the property.
    let source: UInt
}
