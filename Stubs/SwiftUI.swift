// Declarations for the compiler's eyes only: as much of SwiftUI as the guide's examples show.
@_exported import AppleFoundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
}

public struct Text: View {
    public init(_ text: String) {}
    public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

extension Scene {
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some Scene { self }
}

extension View {
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) { fatalError() }
    public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() { fatalError() }
}
