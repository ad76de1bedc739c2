#if canImport(ObjectiveC)
import ObjectiveC

/// Something of ours that an object carries as long as it lives.
///
/// Make one of these for each thing that is attached, and keep it: its address is the key.
@MainActor
public final class Attachment<Value: AnyObject> {
    private var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Makes a place for one thing on each object.
    public nonisolated init() {}

    /// What an object carries; setting nil lets it go.
    public subscript(object: AnyObject) -> Value? {
        get { objc_getAssociatedObject(object, self.key) as? Value }
        set { objc_setAssociatedObject(object, self.key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    }
}
#endif
