#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// What runs when a hooked method is called, on the main thread, before or after the previous implementation.
///
/// Calls on other threads are passed on without it. A handler that runs before may replace arguments; none can keep the
/// call back.
public typealias HookHandler = @MainActor (_ receiver: HookObject, _ arguments: inout HookArguments) -> Void

/// What runs when a hooked method of a delegate is called, before the delegate's own.
public typealias DelegateHandler =
    @MainActor (
        _ delegate: HookObject, _ selector: String, _ arguments: inout HookArguments
    ) -> Void
#endif
