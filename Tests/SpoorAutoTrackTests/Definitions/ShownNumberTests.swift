import Testing

@testable import SpoorAutoTrack

struct ShownNumberTests {
    @Test(
        "A number is read as people write it, by one rule",
        arguments: [
            ("1299.5", 1299.5), ("1,299.50", 1299.5), ("1.299,50", 1299.5), ("1 299,50", 1299.5), ("1'299.50", 1299.5),
            ("1 299", 1299), ("1,299", 1299), ("1\u{202F}299", 1299), ("1_000", 1000), ("1.234.567", 1_234_567),
            ("1,234,567.8", 1_234_567.8), ("12,34,567", 1_234_567), ("12,5", 12.5), ("0,125", 0.125), ("1.299", 1.299),
            (".5", 0.5), ("12.", 12), ("-5", -5), ("+5", 5), ("\u{2212}5", -5), ("-0.5", -0.5), ("  7 ", 7), ("007", 7),
            ("١٢", 12), ("１２", 12), ("١٬٢٩٩٫٥", 1299.5), ("1 299,500", 1299.5),
        ]
    )
    func numbers(text: String, value: Double) {
        #expect(ShownNumber.value(of: text) == value)
    }

    @Test(
        "What has no one reading, or is written otherwise, is no number",
        arguments: [
            "", " ", "-", ".", ",", "0x10", "1e5", "NaN", "infinity", "12%", "¥5", "1,2345", "1.2.3", "1,299,50",
            "1.299.50",
            "12 34", "1,299.50.1", "1.299,50,1", "1 2,3 4", "--5", "5-", "1'29", "½", "0,1,2", "1.299'500,5",
            String(repeating: "9", count: 65),
        ]
    )
    func noNumbers(text: String) {
        #expect(ShownNumber.value(of: text) == nil)
    }
}
