#if canImport(ObjectiveC)
import ObjectiveC

// Each count of words has a type of its own, so that no more is read or passed than the method has.
extension Runtime {
    static func call(
        _ implementation: HookImplementation,
        _ receiver: HookReceiver,
        _ selector: HookSelector,
        _ words: HookWords,
        _ count: Int
    ) -> UInt {
        switch count {
        case 0:
            typealias Function = @convention(c) (HookReceiver, Selector) -> UInt
            return unsafeBitCast(implementation, to: Function.self)(receiver, selector)
        case 1:
            typealias Function = @convention(c) (HookReceiver, Selector, UInt) -> UInt
            return unsafeBitCast(implementation, to: Function.self)(receiver, selector, words.0)
        case 2:
            typealias Function = @convention(c) (HookReceiver, Selector, UInt, UInt) -> UInt
            return unsafeBitCast(implementation, to: Function.self)(receiver, selector, words.0, words.1)
        case 3:
            typealias Function = @convention(c) (HookReceiver, Selector, UInt, UInt, UInt) -> UInt
            return unsafeBitCast(implementation, to: Function.self)(receiver, selector, words.0, words.1, words.2)
        default:
            typealias Function = @convention(c) (HookReceiver, Selector, UInt, UInt, UInt, UInt) -> UInt
            return unsafeBitCast(implementation, to: Function.self)(
                receiver,
                selector,
                words.0,
                words.1,
                words.2,
                words.3
            )
        }
    }

    /// A function that calls the replacement; it holds it for good, as the runtime holds the function.
    static func makeImplementation(_ replacement: Replacement) -> HookImplementation? {
        switch replacement.count {
        case 0:
            let block: @convention(block) (HookReceiver) -> UInt = { replacement.invoke($0, (0, 0, 0, 0)) }
            return imp_implementationWithBlock(block)
        case 1:
            let block: @convention(block) (HookReceiver, UInt) -> UInt = { replacement.invoke($0, ($1, 0, 0, 0)) }
            return imp_implementationWithBlock(block)
        case 2:
            let block: @convention(block) (HookReceiver, UInt, UInt) -> UInt = {
                replacement.invoke($0, ($1, $2, 0, 0))
            }
            return imp_implementationWithBlock(block)
        case 3:
            let block: @convention(block) (HookReceiver, UInt, UInt, UInt) -> UInt = {
                replacement.invoke($0, ($1, $2, $3, 0))
            }
            return imp_implementationWithBlock(block)
        case 4:
            let block: @convention(block) (HookReceiver, UInt, UInt, UInt, UInt) -> UInt = {
                replacement.invoke($0, ($1, $2, $3, $4))
            }
            return imp_implementationWithBlock(block)
        default:
            return nil
        }
    }
}
#endif
