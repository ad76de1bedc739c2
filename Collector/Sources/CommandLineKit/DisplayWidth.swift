/// How many columns of a terminal a text takes.
enum DisplayWidth {
    /// Ranges of scalars that terminals draw two columns wide: East Asian scripts, full-width forms and emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// The width of `text` in columns.
    static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + self.width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        return self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }
}
