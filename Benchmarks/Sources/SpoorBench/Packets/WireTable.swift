import Foundation

/// What a thousand records are on the wire, as a table, and what is to be said of it.
struct WireTable {
    /// Bytes by the names of ``WireSizes/name(_:_:_:)``.
    let figures: [String: Double]

    /// A difference below this share is none that anybody would notice.
    private static let least = 0.03

    private static func title(_ content: WireSizes.Content) -> String {
        switch content {
        case .shop: "shop events"
        case .metas: "monitoring, metas of 1 KiB"
        case .stacks: "the same with stacks of 40 KiB, text"
        case .bytes: "the same stacks as bytes"
        }
    }

    private static func title(_ encoding: WireSizes.Encoding) -> String {
        switch encoding {
        case .json: "JSON, gzip"
        case .form: "Sensors form, gzip=1"
        case .packet1: "packet, version 1"
        case .packet2: "packet, version 2"
        }
    }

    /// The table's lines and the sentence below them.
    var lines: [String] {
        let head = EncryptionChoice.allCases.map { Self.right($0.rawValue, 12) }.joined()
        var lines = [Self.left("kB on the wire per 1,000 records", 60) + head]
        for content in WireSizes.Content.allCases {
            let plain = Self.cell(self.figures[WireSizes.plainName(content)])
            lines.append(Self.left(Self.title(content), 38) + Self.left("not compressed", 22) + plain)
            for encoding in WireSizes.Encoding.allCases {
                let cells = EncryptionChoice.allCases.map { choice in
                    Self.cell(self.figures[WireSizes.name(content, encoding, choice)])
                }
                lines.append(Self.left("", 38) + Self.left(Self.title(encoding), 22) + cells.joined())
            }
        }
        return lines + [self.conclusion]
    }

    /// What packets save against each of the other two; also where they save nothing.
    var conclusion: String {
        "Against gzipped JSON, packets of version 2 save \(self.saving(against: .json)); against the Sensors form, "
            + "\(self.saving(against: .form))."
    }

    private func saving(against other: WireSizes.Encoding) -> String {
        let parts = WireSizes.Content.allCases.compactMap { content -> String? in
            guard let packet = self.figures[WireSizes.name(content, .packet2, .none)],
                let bytes = self.figures[WireSizes.name(content, other, .none)], bytes > 0
            else { return nil }
            let share = 1 - packet / bytes
            let percent = String(format: "%.1f %%", share * 100)
            let what =
                switch content {
                case .shop: "shop events"
                case .metas: "metas alone"
                case .stacks: "metas with stacks as text"
                case .bytes: "metas with stacks as bytes"
                }
            return share < Self.least ? "nothing for \(what) (\(percent))" : "\(percent) for \(what)"
        }
        return parts.joined(separator: ", ")
    }

    private static func cell(_ bytes: Double?) -> String {
        Self.right(bytes.map { String(format: "%.1f", $0 / 1000) } ?? "–", 12)
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
