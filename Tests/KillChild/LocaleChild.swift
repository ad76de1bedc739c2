import Foundation
import Spoor

extension KillChild {
    /// Records the same instant and number before and after the process changes its locale, and uploads both.
    ///
    /// Prints how the C library shows instant and number under the other locale, which proves that it is another.
    static func changeLocale(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(folder: folder, endpoint: options["endpoint"] ?? "", isOnline: true, options)
        let instant = Date(timeIntervalSince1970: 1_772_712_429.045)
        for name in ["before", "after"] {
            if name == "after", setlocale(LC_ALL, options["locale"] ?? "") == nil {
                Self.fail("there is no locale '\(options["locale"] ?? "")'")
            }
            tracker.track(name, ["since": instant, "amount": 19.5], at: instant)
        }
        _ = await tracker.flush()
        await tracker.stop()
        print(Self.localized(instant), Self.localized(19.5))
    }

    private static func localized(_ instant: Date) -> String {
        var seconds = time_t(instant.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 200)
        let count = strftime(&text, text.count, "%c", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func localized(_ number: Double) -> String {
        var text = [CChar](repeating: 0, count: 40)
        let count = withVaList([number]) { vsnprintf(&text, text.count, "%.1f", $0) }
        return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
