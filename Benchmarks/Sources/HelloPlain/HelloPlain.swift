/// What `HelloSpoor` is without the SDK.
@main
enum HelloPlain {
    static func main() async {
        print("Hello")
    }
}
