public import Foundation
import SpoorWire

/// Where an installation came from, as far as the app knows and may tell.
///
/// The tracker reads no advertising identifier by itself: the app hands in what the person agreed to.
public struct InstallSource: Equatable, Sendable {
    /// The advertising identifier.
    public var idfa: String?

    /// The vendor's identifier.
    public var idfv: String?

    /// The browser's user agent, where a channel compares it with that of an advertisement's click.
    public var userAgent: String?

    /// Whether the receiver must not report this installation to the advertisement's channel.
    ///
    /// The default is false.
    public var disablesCallback = false

    /// When the person used the app first; nil takes the moment of the call.
    public var firstVisit: Date?

    /// Creates a source of which nothing is known.
    public init() {}

    /// The properties of `$AppInstall` (sensors protocol, 2.11).
    func properties(at milliseconds: Int64) -> Properties {
        var properties = Properties()
        let ids = [self.idfa.map { "idfa=\($0)" }, self.idfv.map { "idfv=\($0)" }].compactMap { $0 }
        if !ids.isEmpty { properties["$ios_install_source"] = .string(ids.joined(separator: "##")) }
        properties["$ios_install_disable_callback"] = .boolean(self.disablesCallback)
        properties["$user_agent"] = self.userAgent.map { .string($0) }
        let first = self.firstVisit.flatMap { WireDate.milliseconds(of: $0) } ?? milliseconds
        properties["$first_visit_time"] = .date(milliseconds: first)
        return properties
    }
}
