import Spoor

/// The smallest app that uses the SDK: how much it grows by is a figure of the benchmark.
@main
enum HelloSpoor {
    static func main() async {
        Spoor.start(TrackerConfiguration(endpoint: "http://127.0.0.1:9", project: "hello"))
        Spoor.track("hello", ["greeting": "Hello"])
        await Spoor.flush()
        print("Hello")
    }
}
