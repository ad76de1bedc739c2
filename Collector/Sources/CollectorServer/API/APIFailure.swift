import CollectorAnalysis
import CollectorCore
import SpoorWire

/// Turns what cannot be answered into HTTP.
enum APIFailure {
    static func response(to error: AnalysisError) -> HTTPResponse {
        let body: JSONValue = ["error": .string(error.description), "parameter": .string(error.parameter)]
        return .json(body.jsonText, status: 400)
    }

    static func response(to error: ProjectError) -> HTTPResponse {
        let body: JSONValue = ["error": .string(error.description), "parameter": "project"]
        switch error {
        case .invalidName: return .json(body.jsonText, status: 400)
        case .unknown: return .json(body.jsonText, status: 404)
        case .unavailable:
            var response = HTTPResponse.json(body.jsonText, status: 503)
            response.headers["Retry-After"] = "5"
            return response
        }
    }
}
