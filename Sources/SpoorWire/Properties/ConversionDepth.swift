#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The depth of a conversion needs pthread keys.")
#endif

/// How deep this thread is in the conversion of one value.
///
/// A value may hold itself, or be nested without end: a list in itself, a raw value that is its own raw value, optionals
/// in boxes. A conversion calls the next one through a protocol, so the depth cannot be handed along and is kept per
/// thread.
enum ConversionDepth {
    /// Deeper than any real value, and far from the end of a thread's stack.
    private static let limit = 32
    /// The bit that says that a list is being converted.
    private static let list = 1 << 16

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Runs `body` one level deeper; nil where that is too deep.
    @inline(__always)
    static func deeper<Result>(_ body: () -> Result) -> Result? {
        let state = self.state
        guard state & (self.list - 1) < self.limit else { return nil }
        return self.with(state + 1, restoring: state, body)
    }

    /// Runs `body` as the conversion of a list; nil within another, since a list holds no lists.
    ///
    /// Without this rule a list that holds itself twice would cost two to the power of the depth.
    static func insideList<Result>(_ body: () -> Result) -> Result? {
        let state = self.state
        guard state & self.list == 0 else { return nil }
        return self.with(state | self.list, restoring: state, body)
    }

    private static var state: Int {
        self.key.map { Int(bitPattern: pthread_getspecific($0)) } ?? 0
    }

    @inline(__always)
    private static func with<Result>(_ state: Int, restoring former: Int, _ body: () -> Result) -> Result {
        guard let key = self.key else { return body() }
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: state))
        defer { pthread_setspecific(key, UnsafeRawPointer(bitPattern: former)) }
        return body()
    }
}
