/// One figure of the table: what it is, what it should be, and how it is measured.
struct Goal: Sendable {
    let name: String
    let unit: String
    let value: Double?
    let higherIsBetter: Bool
    let how: String

    /// All figures, in the order of the table.
    ///
    /// - Parameter oneThread: events a second from one thread in the same run, which four threads must not fall below.
    /// - Returns: the goals.
    static func all(oneThread: Double?) -> [Goal] {
        [
            Goal("track_median_ns", "ns", 1_200, "one call on the caller's thread, kill-safe on return; burst of 100k"),
            Goal("track_p99_ns", "ns", 5_000, "the same burst, 99th percentile"),
            Goal("track_paced_median_ns", "ns", 20_000, "500 calls a second for 3 s: cold caches, a sleeping core"),
            Goal(
                "slow_storage_worst_call_ms",
                "ms",
                16,
                "any of 200 rounds of all public calls, while each write takes 3 s and no request is answered"
            ),
            Goal(
                "cpu_us_per_stored_event",
                "µs",
                4.5,
                "CPU of all threads from the first call until 100k are in SQLite"
            ),
            Goal(
                "events_per_s_1_thread",
                "1/s",
                220_000,
                higher: true,
                "100k recorded and stored, over the whole time"
            ),
            Goal("events_per_s_4_threads", "1/s", oneThread, higher: true, "the same from 4 threads with 25k each"),
            Goal(
                "upload_events_per_s",
                "1/s",
                80_000,
                higher: true,
                "100k waiting, from opening the queue to empty; gzip"
            ),
            Goal("upload_events_per_s_50ms", "1/s", 20_000, higher: true, "the same with 50 ms until each answer"),
            Goal("wire_bytes_per_event", "bytes", nil, "body bytes after gzip, of the same upload"),
            Goal("stored_bytes_per_event", "bytes", nil, "what one event takes as JSON; about 620 are meant"),
            Goal("rss_mb_100k_waiting", "MB", 25, "VmRSS of a process that opened a queue of 100k and settled for 1 s"),
            Goal("dirty_mb_100k_waiting", "MB", nil, "of that, what is not a page of a library, which processes share"),
            Goal("rss_mb_burst_peak", "MB", 55, "VmHWM of the burst of 100k"),
            Goal("size_growth_kb", "KB", 2_048, "a stripped hello with the SDK in use, less the same without it"),
            Goal(
                "collector_events_per_s",
                "1/s",
                50_000,
                higher: true,
                "acknowledged as stored; 4 connections, gzip batches of 50, dated today, the day holds 2 million already"
            ),
        ] + self.autoTrack + self.codec
    }

    /// What auto-tracking costs the main thread.
    private static let autoTrack: [Goal] = [
        Goal("layout_pass_2000_us", "µs", 500, "a scan of 2,000 elements that all moved; 117 are marked for exposure"),
        Goal("layout_pass_2000_new_us", "µs", 500, "the same after elements came or went"),
        Goal("scroll_step_50_us", "µs", 50, "50 elements scrolled, read again, and all exposures decided"),
        Goal(
            "layout_pass_500_marks_us",
            "µs",
            500,
            "a scan of 2,000 elements in sight that moved, of which 500 are marked"
        ),
        Goal("scroll_step_500_marks_us", "µs", 50, "50 of them scrolled"),
        Goal("layout_pass_2000_marks_us", "µs", 500, "the same with all 2,000 marked"),
        Goal("scroll_step_2000_marks_us", "µs", 50, "50 of them scrolled"),
        Goal("white_list_10_us", "µs", nil, "all names of an element looked up in a white list of 10 entries"),
        Goal("white_list_10000_us", "µs", 20, "the same with 10,000 entries: paths, open rows, prefixes"),
        Goal(
            "white_list_open_rows_us",
            "µs",
            20,
            "one path that fails at its end, among 10,000 entries that each leave other parts open"
        ),
        Goal("white_list_compile_10000_ms", "ms", 500, "made of 10,000 texts, off the main thread"),
    ]

    /// Encryption and packets, without goals: the network is slower than any of them.
    private static let codec: [Goal] = {
        let block = "256 KiB that do not compress, one thread's CPU time"
        let records = "20 metas of 1 KiB with 40 KiB of stacks each, bytes before compression"
        func speed(_ name: String, _ how: String) -> Goal { Goal(name, "MB/s", nil, higher: true, how) }
        return [
            speed("aes_encrypt_mb_s", "AES-128-CBC; " + block),
            speed("aes_decrypt_mb_s", "the same"),
            speed("seal_mb_s", "P-256 agreement and AES-256-GCM, as for one body; " + block),
            speed("open_mb_s", "the same"),
            Goal("seal_agreement_us", "µs", nil, "what sealing a body costs whatever its size: key pair, agreement"),
            speed("packet_v1_encode_mb_s", "gzip and packet; " + records),
            speed("packet_v1_decode_mb_s", "the same"),
            speed("packet_v1_aes_encode_mb_s", "the same with AES-128-CBC, as older clients send it"),
            speed("packet_v1_aes_decode_mb_s", "the same"),
            speed("packet_v2_encode_mb_s", "the same records in version 2"),
            speed("packet_v2_decode_mb_s", "the same"),
            speed("packet_v2_aes_encode_mb_s", "the same with AES-128-CBC"),
            speed("packet_v2_aes_decode_mb_s", "the same"),
            speed("packet_v2_sealed_encode_mb_s", "the same sealed"),
            speed("packet_v2_sealed_decode_mb_s", "the same"),
        ]
    }()

    init(_ name: String, _ unit: String, _ value: Double?, higher: Bool = false, _ how: String) {
        self.name = name
        self.unit = unit
        self.value = value
        self.higherIsBetter = higher
        self.how = how
    }

    /// Whether a figure meets the goal; nil where there is none.
    func isMet(by figure: Double) -> Bool? {
        self.value.map { self.higherIsBetter ? figure >= $0 : figure <= $0 }
    }
}
