import CommandLineKit
import Foundation
import SpoorCommand

@main
enum SpoorMain {
    static func main() async {
        SpoorTool.endWithParentIfAsked()
        let code = await SpoorTool().run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }
}
