import SpoorWire
import Testing

struct LimitsTests {
    // O-06: emoji, a family joined of several, a flag, an accent; limit met exactly, by one, and inside.
    @Test(arguments: ["🥑", "👩‍👩‍👧", "🇨🇦", "e\u{301}", "漢"])
    func longTextIsCutBetweenCharacters(character: String) {
        let limit = 20
        let start = String(repeating: "a", count: limit - 1)
        let cut = Limits.truncated(start + character + "tail", limit: limit)
        #expect(cut == start + "$")
        for before in 0..<limit {
            let text = String(repeating: "a", count: before) + String(repeating: character, count: 12)
            let cut = Limits.truncated(text, limit: limit)
            #expect(cut.utf16.count <= limit)
            guard text.utf16.count > limit else {
                #expect(cut == text)
                continue
            }
            #expect(cut.hasSuffix("$"))
            #expect(text.hasPrefix(cut.dropLast()))
        }
    }

    @Test func textUpToTheLimitStaysWhole() {
        let exact = String(repeating: "a", count: 8191)
        #expect(Limits.truncated(exact, limit: Limits.maxStringUnits) == exact)
        #expect(Limits.truncated(exact + "a", limit: Limits.maxStringUnits).count == 8191)
        let wide = String(repeating: "漢", count: 8191)  // 24 573 bytes, but 8 191 units.
        #expect(Limits.truncated(wide, limit: Limits.maxStringUnits) == wide)
        #expect(Limits.truncated("", limit: 0).isEmpty)
        #expect(Limits.truncated("abc", limit: 1) == "$")
    }

    @Test func oneEndlessCharacterIsStillCut() {
        let text = "e" + String(repeating: "\u{301}", count: 20_000)
        let cut = Limits.truncated(text, limit: Limits.maxStringUnits)
        #expect(cut.utf16.count == Limits.maxStringUnits)
        #expect(cut.unicodeScalars.last == "$")
    }

    @Test func aCrashReasonMayBeTwiceAsLong() {
        let text = String(repeating: "x", count: 20_000)
        var writer = ByteWriter()
        writer.append(properties: ["app_crashed_reason": text, "note": text], zone: FixedZone.gmt)
        let value = try? JSONValue(parsing: writer.bytes)
        #expect(value?["app_crashed_reason"]?.stringValue?.utf16.count == Limits.maxCrashReasonUnits)
        #expect(value?["note"]?.stringValue?.utf16.count == Limits.maxStringUnits)
    }
}
