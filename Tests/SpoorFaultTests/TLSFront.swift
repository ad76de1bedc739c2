import Foundation
import Testing

/// A certificate and its key, in files.
struct Certificate: Sendable {
    var certificate: String
    var key: String
}

/// A fault server behind TLS, and the certificates it can show.
final class TLSFront: Sendable {
    /// What is wrong with a certificate.
    enum Flaw: String, CaseIterable, Sendable {
        /// Nobody vouches for it but itself.
        case selfSigned
        /// It is somebody else's.
        case otherHost
        /// Its time is over.
        case expired
        /// Nothing is wrong: an authority vouches for it, which a process may be told to trust.
        case nothing
    }

    let server: FaultServer
    let port: String
    private let folder: String
    private let process: ChildProcess

    /// Makes the certificates and begins to listen.
    init(_ flaw: Flaw) async throws {
        self.server = try FaultServer()
        self.folder = NSTemporaryDirectory() + "spoor-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        try await Self.makeAuthority(in: self.folder)
        let made = try await Self.make(flaw, in: self.folder)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("tls_front.py")
        let port = self.server.address.split(separator: ":").last ?? ""
        let process = try ChildProcess("python3", [script.path, made.certificate, made.key, String(port)])
        self.process = process
        try #require(await RealTime.pass { !process.lines.isEmpty })
        self.port = process.lines.first ?? ""
    }

    deinit {
        try? self.process.endInput()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    /// The file of the authority that vouches for all but the self-signed certificate.
    var authority: String { "\(self.folder)/authority.pem" }

    /// The moments, in seconds, at which somebody came and did not take the certificate.
    var refusals: [Double] { self.moments("refused") }

    /// The moments at which somebody took it.
    var greetings: [Double] { self.moments("greeted") }

    private func moments(_ word: String) -> [Double] {
        self.process.lines.map { $0.split(separator: " ") }.filter { $0.first == word[...] }.compactMap {
            Double($0[1])
        }
    }

    /// Shows a good certificate from now on.
    func mend() async throws {
        let good = try await Self.make(.nothing, in: self.folder)
        try self.process.write("\(good.certificate) \(good.key)")
        try #require(await RealTime.pass { self.process.lines.contains { $0.hasPrefix("took ") } })
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout"]

    private static func makeAuthority(in folder: String) async throws {
        let files = ["\(folder)/authority.key", "-out", "\(folder)/authority.pem"]
        try await Self.openssl(["req", "-x509"] + Self.newKey + files + ["-subj", "/CN=spoor authority"])
    }

    private static func make(_ flaw: Flaw, in folder: String) async throws -> Certificate {
        let made = Certificate(certificate: "\(folder)/\(flaw).pem", key: "\(folder)/\(flaw).key")
        let name = flaw == .otherHost ? "DNS:other.invalid" : "IP:127.0.0.1"
        let subject = ["-subj", "/CN=spoor \(flaw)", "-addext", "subjectAltName=\(name)"]
        if flaw == .selfSigned {
            try await Self.openssl(["req", "-x509"] + Self.newKey + [made.key, "-out", made.certificate] + subject)
            return made
        }
        let (request, names) = ("\(folder)/\(flaw).csr", "\(folder)/\(flaw).ext")
        try await Self.openssl(["req", "-new"] + Self.newKey + [made.key, "-out", request] + subject)
        try "subjectAltName=\(name)\n".write(toFile: names, atomically: true, encoding: .utf8)
        let signing = ["-CA", "\(folder)/authority.pem", "-CAkey", "\(folder)/authority.key", "-CAcreateserial"]
        let more = ["-days", flaw == .expired ? "-1" : "30", "-extfile", names]
        try await Self.openssl(["x509", "-req", "-in", request, "-out", made.certificate] + signing + more)
        return made
    }

    private static func openssl(_ arguments: [String]) async throws {
        let process = try ChildProcess("openssl", arguments, printsErrors: false)
        try #require(await process.end() == 0, "openssl \(arguments)")
    }
}
