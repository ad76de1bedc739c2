// Declarations for the compiler's eyes only: the unified log.
@_exported import Darwin

public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) { fatalError() }
    public init(stringInterpolation: OSLogInterpolation) { fatalError() }
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { fatalError() }
    public static var `private`: OSLogPrivacy { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ text: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .private
    ) {}
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) { fatalError() }
    public func info(_ message: OSLogMessage) {}
    public func warning(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
}
