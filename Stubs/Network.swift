// Declarations for the compiler's eyes only: the part of Network that tells which network there is.
import Dispatch

public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public let status: Status
    public let isExpensive: Bool
    public let isConstrained: Bool
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { fatalError() }
}

public struct NWInterface: Hashable, Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
    public let name: String
}

public final class NWPathMonitor: @unchecked Sendable {
    public init() {}
    public final var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    public final func start(queue: DispatchQueue) {}
    public final func cancel() {}
}
