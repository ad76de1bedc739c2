#if !canImport(ObjectiveC) && canImport(CGNUObjC)
import CGNUObjC

extension Runtime {
    /// Words beyond those of the method are not looked at by it: on the processors that Swift runs on here, all six
    /// travel in registers.
    static func call(
        _ implementation: HookImplementation,
        _ receiver: HookReceiver,
        _ selector: HookSelector,
        _ words: HookWords,
        _ count: Int
    ) -> UInt {
        spoor_call(
            UnsafeMutableRawPointer(implementation),
            receiver,
            UnsafeRawPointer(selector),
            words.0,
            words.1,
            words.2,
            words.3
        )
    }

    /// A function that calls the replacement, out of a fixed number; it holds it for good.
    static func makeImplementation(_ replacement: Replacement) -> HookImplementation? {
        guard replacement.count <= MethodTypes.maxArguments else { return nil }
        let context = Unmanaged.passRetained(replacement).toOpaque()
        let made = spoor_make_implementation(
            { context, receiver, _, a, b, c, d in
                guard let context, let receiver else { return 0 }
                let replacement = Unmanaged<Replacement>.fromOpaque(context).takeUnretainedValue()
                return replacement.invoke(receiver, (a, b, c, d))
            },
            context
        )
        return made.map { HookImplementation($0) }
    }
}
#endif
