/// The pages that show a project, served from the binary itself and without any network.
///
/// Only the chart library is a file, since it is large and not ours: `plotly.min.js`, and its compressed form beside it.
/// Without it the pages show their tables, and say how to get it.
public struct Dashboard: Sendable {
    private let files: [String: DashboardFile]
    private let chartLibrary: ChartLibrary?

    /// Prepares the pages.
    ///
    /// - Parameter plotly: The path of `plotly.min.js`; nothing when charts are not wanted.
    public init(plotly: String?) {
        self.files = DashboardFile.all
        self.chartLibrary = plotly.map { ChartLibrary(path: $0) }
    }

    /// All routes: `/` and what lies under `/dashboard`.
    public var routes: [Route] {
        [
            Route(answering: .get, "/") { request, answer in answer(self.response(to: request, file: "index.html")) },
            Route(.get, "/dashboard/plotly.min.js") { request in
                self.chartLibrary?.response(to: request)
                    ?? .error(404, "The collector was started without plotly.js: run 'make setup' and name the file.")
            },
            Route(answering: .get, "/dashboard/:file") { request, answer in
                answer(self.response(to: request, file: request.parameters["file"] ?? ""))
            },
        ]
    }

    private func response(to request: HTTPRequest, file name: String) -> HTTPResponse {
        guard let file = self.files[name] else {
            return .error(404, "The dashboard has no file '\(name)': open the collector's address without a path.")
        }
        return CachedAnswer.response(
            to: request,
            tag: file.tag,
            headers: [
                "Content-Type": file.type,
                // A new binary brings new pages: ask each time, and mostly learn that nothing changed.
                "Cache-Control": "no-cache",
                "Content-Security-Policy":
                    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            ]
        ) { file.bytes }
    }
}
