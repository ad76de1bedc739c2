import Foundation
import Spoor
import Testing

/// What an app's developer is told.
struct DropReasonTests {
    @Test(
        arguments: [
            (.invalidName("The name is bad."), "The name is bad."), (.invalidArgument("No id."), "No id."),
            (.unchanged, "Nothing changed"), (.optedOut, "optIn()"), (.noConsent(.monitoring), "monitoring"),
            (.droppedByHook, "hook"), (.storageFull, "full"), (.tooLarge(bytes: 300_000, limit: 262_144), "262144"),
            (.stopped, "Start it"),
        ] as [(DropReason, String)]
    )
    func eachReasonSaysWhatToDo(reason: DropReason, part: String) {
        #expect(reason.description.contains(part))
    }

    @Test func warningsGoToTheErrorOutputAndNothingElseDoes() throws {
        let pipe = Pipe()
        let kept = dup(2)
        defer { close(kept) }
        dup2(pipe.fileHandleForWriting.fileDescriptor, 2)
        LogMessage.print(LogMessage(.info, "not urgent"))
        LogMessage.print(LogMessage(.warning, "é is kept"))
        dup2(kept, 2)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.contains("spoor: é is kept\n") && !text.contains("not urgent"))
    }
}
