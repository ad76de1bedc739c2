"""What each platform answers to a condition in the sources."""

import re

COMMON = {
    "CommonCrypto", "CryptoKit", "Darwin", "Dispatch", "Foundation", "Network", "ObjectiveC", "Security", "SwiftUI",
    "os",
}

# watchOS has a UIKit without an application in it, iOS a WatchKit without a watch: as on Apple's own SDKs.
PLATFORMS = {
    "iOS": {"modules": COMMON | {"CoreTelephony", "UIKit", "UserNotifications", "WatchKit", "WebKit"}, "targets": ["arm64-apple-ios16.0"]},
    "macOS": {
        "modules": COMMON | {"AppKit", "IOKit"},
        "targets": ["arm64-apple-macos13.0", "x86_64-apple-macos13.0"],
    },
    "tvOS": {"modules": COMMON | {"UIKit"}, "targets": ["arm64-apple-tvos16.0"]},
    "watchOS": {
        "modules": COMMON | {"UIKit", "WatchKit"},
        "targets": ["arm64_32-apple-watchos9.0", "arm64-apple-watchos9.0"],
    },
}

# The ordinary build, which `swift test` compiles and runs.
LINUX = {"modules": {"Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc"}}

# Platforms that the package does not promise, and GNU's Objective-C, which a package of its own compiles; a region for
# them alone is nobody's to compile here.
FOREIGN = {"CGNUObjC", "Musl", "Android", "Bionic", "WASILibc", "ucrt", "WinSDK"}

CONDITION = re.compile(r"\b(os|canImport|targetEnvironment)\(\s*([A-Za-z_]+)\s*\)")


def settle(condition, platform):
    """The condition with every question about the platform answered by true or false."""
    modules = (PLATFORMS.get(platform) or LINUX)["modules"]

    def answer(match):
        question, name = match.groups()
        if question == "os":
            return "true" if name == platform else "false"
        if question == "targetEnvironment":
            return "false"
        # Modules of the package itself are everywhere.
        return "true" if name in modules or name.startswith(("Spoor", "CSpoor", "CSQLite", "CZlib")) else "false"

    return CONDITION.sub(answer, condition)


def holds(condition, platform):
    """Whether the condition holds on the platform; conditions about other things count as not holding."""
    text = re.sub(r"\bDEBUG\b", "true", settle(condition, platform))
    text = re.sub(r"\bhasFeature\([^)]*\)|\bcompiler\([^)]*\)|\bswift\([^)]*\)", "true", text)
    text = re.sub(r"\barch\(x86_64\)", "true", text)
    text = re.sub(r"\barch\([^)]*\)|\b_[A-Za-z]+\([^)]*\)", "false", text)
    words = set(re.findall(r"[A-Za-z_]\w*", text)) - {"true", "false"}
    for word in words:
        text = re.sub(rf"\b{word}\b", "false", text)
    text = text.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return bool(eval(text.replace("true", "True").replace("false", "False")))  # Only words and operators are left.
