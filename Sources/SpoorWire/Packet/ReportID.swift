/// The id that joins a meta and its payload.
enum ReportID {
    static let member: StaticString = "REPORT_ID"

    /// FNV-1a over the id's UTF-8, in 64 bits.
    static func hash(_ id: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// The text of the first member `REPORT_ID` of a meta; nil where there is none before its JSON breaks.
    ///
    /// Writers put it in front, so only that member is read.
    static func first(in meta: UnsafeRawBufferPointer) -> String? {
        guard let start = meta.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }),
            meta[start] == UInt8(ascii: "{")
        else { return nil }
        let scanner = JSONScanner(meta)
        var members = scanner.members(of: JSONScanner.Slice(range: start..<meta.count, kind: .object))
        while let member = members.next() {
            guard scanner.equals(member.key, self.member) else { continue }
            return scanner.string(member.value)
        }
        return nil
    }
}
