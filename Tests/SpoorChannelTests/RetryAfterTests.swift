import Testing

@testable import SpoorChannel

/// Bug case O-10.
struct RetryAfterTests {
    static let deviceNow: Int64 = 1_772_712_000_000
    static let serverDate = "Thu, 05 Mar 2026 14:00:00 GMT"

    @Test(arguments: [
        ("120", Duration.seconds(120)), (" 7 ", .seconds(7)), ("0", .zero),
        ("86400", .seconds(86_400)), ("999999999", .seconds(86_400)), ("99999999999999999999999", .seconds(86_400)),
        ("-5", nil), ("soon", nil), ("", nil), ("1.5", nil),
        ("Thu, 05 Mar 2026 14:01:30 GMT", .seconds(90)),
        ("Thu, 05 Mar 2026 13:00:00 GMT", .zero),
        ("Sat, 05 Mar 2050 14:01:30 GMT", .seconds(86_400)),
        ("Mon, 30 Feb 2026 14:01:30 GMT", nil),
        ("Thursday, 05-Mar-26 14:01:30 GMT", .seconds(90)),
        ("Thursday, 05-Mar-26 13:00:00 GMT", .zero),
        ("Tuesday, 05-Mar-75 14:00:30 GMT", .seconds(86_400)),
        ("Friday, 05-Mar-77 14:00:30 GMT", .zero),
        ("Thursday, 05-Mar-2026 14:01:30 GMT", nil),
        ("Thursday, 05-Mar-26 14:01:30", nil),
        ("Thursday, 30-Feb-26 14:01:30 GMT", nil),
        ("Thu Mar  5 14:01:30 2026", .seconds(90)),
        ("Fri Mar 13 14:00:00 2026", .seconds(86_400)),
        ("Thu Mar  5 14:01:30 26", nil),
        ("Thu Mär  5 14:01:30 2026", nil),
        ("Thu, 05 Mar 2026 25:01:30 GMT", nil),
    ])
    func theDateFormIsMeasuredAgainstTheServersClock(header: String, wait: Duration?) {
        let response = UploadResponse(status: 503, headers: ["Retry-After": header, "Date": Self.serverDate])
        #expect(RetryAfter.wait(in: response, now: Self.deviceNow) == wait)
    }

    @Test func withoutADateHeaderTheDeviceClockCounts() {
        let response = UploadResponse(status: 503, headers: ["Retry-After": "Thu, 05 Mar 2026 12:01:30 GMT"])
        #expect(RetryAfter.wait(in: response, now: Self.deviceNow) == .seconds(90))
        #expect(RetryAfter.wait(in: UploadResponse(status: 503), now: Self.deviceNow) == nil)
    }
}
