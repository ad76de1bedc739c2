#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// The delegates that are hooked, and the classes that were made for them.
@MainActor
final class DelegateObjects {
    init(reporter: HookReporter) {}
    func hasAddedMethods(_ delegate: HookObject) -> Bool { false }
    func releaseAll(of hook: DelegateHook) {}
    func isHooked(_ delegate: HookObject, by hook: DelegateHook) -> Bool { false }
}
#endif
