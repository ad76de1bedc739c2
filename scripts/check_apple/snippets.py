"""Compiles the examples of the guides, as an app on iOS would."""

import re

from .failure import CheckFailed

GUIDES = ["README.md", "docs/INTEGRATION.md", "docs/IOS_INTEGRATION.md", "Sources/Spoor/Spoor.docc"]
BLOCK = re.compile(r"^```(swift|objc)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(r"^(@\w+|public|private|final|struct|class|enum|extension|func|actor)\b", re.MULTILINE)
# What the text around an example has introduced.
GIVEN = """
@MainActor func example(given tracker: Tracker, configuration: TrackerConfiguration) async {
    var configuration = configuration
    _ = configuration.name
    do {
%s
    }
}
"""
OBJC_GIVEN = """
static void example(SpoorConfiguration *given) {
    SpoorConfiguration *configuration = given;
    (void)configuration;
    {
%s
    }
}
"""


def check(checker):
    """Compiles every example; answers how many there were. Those with tests in them are run by the tests instead."""
    examples = []
    for guide in GUIDES:
        path = checker.root / guide
        for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            text = file.read_text()
            for match in BLOCK.finditer(text):
                line = text[: match.start()].count("\n") + 2
                examples.append((f"{file.relative_to(checker.root)}:{line}", match.group(1), match.group(2)))
    folder = checker.out / "iOS" / "examples"
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for place, language, code in examples:
        if "import Testing" in code:
            continue
        try:
            swift(checker, folder, code) if language == "swift" else objective_c(checker, folder, code)
        except CheckFailed as failure:
            raise CheckFailed(f"check-apple: the example at {place} does not compile.\n{failure}") from None
        count += 1
    return count


def swift(checker, folder, code):
    imports = [line for line in code.splitlines() if line.startswith("import ")]
    body = "\n".join(line for line in code.splitlines() if not line.startswith("import "))
    if not DECLARATION.search(body):
        body = GIVEN % body
    text = "\n".join({"import AppleFoundation", "import Spoor", *imports}) + "\n" + body
    file = folder / "Example.swift"
    file.write_text(text.replace("import Foundation\n", ""))
    arguments = checker.arguments("Example", "iOS", [file])
    checker.frontend(["-typecheck", *arguments])


def objective_c(checker, folder, code):
    """Compiles against the header that the Swift compiler made, in which classes have the names of Linux's Foundation."""
    for module in ("Spoor", "SpoorUIKit"):
        header = (checker.out / "iOS" / "modules" / f"{module}-Swift.h").read_text()
        header = re.sub(r"\b_TtC10Foundation\d+(NS\w+)", r"\1", header)
        header = re.sub(r"\b_TtC5UIKit\d+(UI\w+)", r"\1", header)
        header = re.sub(r"^@(class|import) .*$", "", header, flags=re.MULTILINE)
        (folder / f"{module}-Swift.h").write_text(header)
    code = re.sub(r"^@import Spoor(UIKit)?;\n", "", code, flags=re.MULTILINE)
    if "@implementation" in code:
        code = code.replace("@implementation AppDelegate", "@interface AppDelegate : NSObject\n@end\n@implementation AppDelegate")
    else:
        code = OBJC_GIVEN % code
    file = folder / "Example.m"
    classes = "@class SpoorTracker, SpoorConfiguration, SpoorTimer;"
    file.write_text(
        f'#import <Foundation/Foundation.h>\n#import <UIKit/UIKit.h>\n{classes}\n#import "SpoorUIKit-Swift.h"\n#import "Spoor-Swift.h"\n{code}\n'
    )
    checker.run([
        str(checker.toolchain / "clang"), "-target", "arm64-apple-ios16.0", "-fobjc-arc", "-fsyntax-only", "-Wall",
        "-Werror", "-Wno-unused-variable", "-Wno-unused-function", "-Wno-unused-but-set-variable", "-nostdlibinc",
        "-isystem", str(checker.root / "Stubs" / "include"), "-I", str(folder), str(file),
    ])
