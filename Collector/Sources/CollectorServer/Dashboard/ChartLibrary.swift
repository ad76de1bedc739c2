import Foundation

/// The chart library on disk; read for each request, since browsers keep it for a week.
struct ChartLibrary: Sendable {
    let path: String

    func response(to request: HTTPRequest) -> HTTPResponse {
        let takesGzip = request.headers["Accept-Encoding"]?.contains("gzip") ?? false
        let compressed = takesGzip ? ChartLibrary.read(self.path + ".gz") : nil
        guard let bytes = compressed ?? ChartLibrary.read(self.path) else {
            return .error(404, "The chart library cannot be read at its path: run 'make setup', which puts it there.")
        }
        var headers: HTTPHeaders = [
            "Content-Type": "text/javascript; charset=utf-8",
            "Cache-Control": "public, max-age=604800",
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        ]
        if compressed != nil { headers["Content-Encoding"] = "gzip" }
        return CachedAnswer.response(to: request, tag: "\"\(bytes.count)\"", headers: headers) { bytes }
    }

    private static func read(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }
}
