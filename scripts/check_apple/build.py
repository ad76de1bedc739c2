"""Compiles copies of the sources against the stubs."""

import hashlib
import os
import platform as machine
import re
import shutil
import subprocess
from pathlib import Path

from . import regions, sources
from .failure import CheckFailed
from .platforms import PLATFORMS

# In order: each needs those before it.
MODULES = [
    "SpoorWire", "SpoorSQLite", "SpoorStore", "SpoorChannel", "SpoorAutoTrack", "SpoorHooks", "SpoorUIKit", "Spoor",
    "SpoorTesting",
]
C_MODULES = ["CSpoor"]
SYSTEM_MODULES = ["CSQLite", "CZlib"]
# Modules for Linux alone: no platform of Apple's sees them.
LINUX_MODULES = ["CCrypto"]

# What the compiler looks up in the standard library when Objective-C is on, and Linux's does not have.
INTEROP = """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  @_transparent public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
  @_transparent public init(_ other: Swift.UnsafeMutablePointer<Pointee>) { self._rawValue = other._rawValue }
  @inlinable public var pointee: Pointee {
    @_transparent get { fatalError() }
    @_transparent nonmutating set { fatalError() }
  }
}
public func _bridgeAnyObjectToAny(_ x: Swift.AnyObject?) -> Any
"""


class Checker:
    """One run of the check; everything it makes lies in build/apple."""

    def __init__(self, root):
        self.root = root
        self.out = root / "build" / "apple"
        self.toolchain = Path(shutil.which("swiftc") or "").resolve().parent
        self.originals = {}  # Of each copy the file it was made from.
        self.common = [
            "-enable-objc-interop", "-disable-objc-attr-requires-foundation-module", "-swift-version", "6",
            "-parse-as-library", "-module-cache-path", str(self.out / "cache"), "-I", str(self.out / "std"),
        ]

    def run(self, arguments, **options):
        """Runs a tool; its diagnostics are the failure's text."""
        result = subprocess.run(arguments, cwd=self.root, capture_output=True, text=True, **options)
        if result.returncode != 0:
            raise CheckFailed((result.stderr or result.stdout).strip() or f"{arguments[0]} failed without a word")
        return result

    def frontend(self, arguments):
        return self.run([str(self.toolchain / "swiftc"), "-frontend", *arguments])

    def prepare(self, names, jobs):
        """Makes what does not depend on the SDK's sources: the standard library's declarations, and the stubs."""
        self.make_standard_library()
        for name in C_MODULES:
            folder = self.out / "include" / name
            folder.mkdir(parents=True, exist_ok=True)
            header = self.root / "Sources" / name / "include" / f"{name}.h"
            self.write(folder / "module.modulemap", f'module {name} {{ header "{header}" export * }}\n')
        for name in names:
            self.make_stubs(name)

    def write(self, path, text):
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    def make_standard_library(self):
        """The toolchain's own interface, with the few declarations that Objective-C needs."""
        folder = self.out / "std"
        folder.mkdir(parents=True, exist_ok=True)
        triple = f"{machine.machine()}-unknown-linux-gnu"
        interface = self.toolchain.parent / "lib/swift/linux/Swift.swiftmodule" / f"{triple}.swiftinterface"
        text = interface.read_text()
        stamp = hashlib.sha256((text + INTEROP).encode()).hexdigest()
        mark = self.out / "std.stamp"
        if mark.exists() and mark.read_text() == stamp and (folder / "Swift.swiftmodule").exists():
            return
        text = text.replace(" -O ", " -Onone -experimental-skip-all-function-bodies ", 1) + INTEROP
        copy = self.out / "Swift-interop.swiftinterface"
        copy.write_text(text)
        self.frontend([
            "-compile-module-from-interface", "-parse-stdlib", "-module-name", "Swift", str(copy),
            "-o", str(folder / "Swift.swiftmodule"), "-module-cache-path", str(self.out / "cache"),
        ])
        mark.write_text(stamp)

    def stub_folder(self, name):
        return self.out / name / "stubs"

    def make_stubs(self, name):
        """Compiles the declarations of Apple's modules, those that the platform has."""
        folder = self.stub_folder(name)
        folder.mkdir(parents=True, exist_ok=True)
        files = sorted((self.root / "Stubs").glob("*.swift"))
        stamp = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        mark = self.out / name / "stubs.stamp"
        if mark.exists() and mark.read_text() == stamp:
            return
        for old in folder.glob("*.swiftmodule"):
            old.unlink()
        order = ["ObjectiveC", "AppleFoundation"]
        # UIKit before the modules that build on it.
        wanted = PLATFORMS[name]["modules"] - {"Foundation", "Dispatch", *order}
        for module in [*order, *sorted(wanted, key=lambda one: (one != "UIKit", one))]:
            file = self.root / "Stubs" / f"{module}.swift"
            if not file.exists():
                continue
            self.frontend([
                "-emit-module", "-experimental-skip-all-function-bodies", "-suppress-warnings", "-module-name", module,
                str(file), "-o", str(folder / f"{module}.swiftmodule"), "-D", f"STUB_{name}",
                *self.common, "-I", str(folder),
            ])
        mark.write_text(stamp)

    def copies(self, module, name, marks=None, folder=None):
        """Copies of a module's files for a platform; those of other platforms stay, empty as they are there."""
        target = (folder or self.out / name / "sources") / module
        target.mkdir(parents=True, exist_ok=True)
        made = []
        for path in sorted((self.root / "Sources" / module).rglob("*.swift")):
            relative = path.relative_to(self.root)
            copy = target / "-".join(path.relative_to(self.root / "Sources" / module).parts)
            self.write(copy, sources.settled(path.read_text(), name, (marks or {}).get(str(relative))))
            self.originals[str(copy)] = str(relative)
            made.append(copy)
        for old in set(target.glob("*.swift")) - set(made):
            old.unlink()
        return made

    def arguments(self, module, name, files):
        """What a module is compiled with, whatever is to come of it."""
        modules = self.out / name / "modules"
        arguments = [*map(str, files), "-module-name", module, "-package-name", "spoor", "-Onone", *self.common]
        for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"):
            arguments += ["-enable-upcoming-feature", feature]
        arguments += ["-I", str(modules), "-I", str(self.stub_folder(name)), "-I", str(self.out / "include")]
        for system in SYSTEM_MODULES:
            arguments += ["-I", str(self.root / "Sources" / system)]
        for c_module in C_MODULES:
            arguments += ["-Xcc", f"-fmodule-map-file={self.out}/include/{c_module}/module.modulemap"]
        return arguments

    def compile(self, module, name, files, keep=True):
        """Compiles one module down to SIL, and keeps its declarations for the next."""
        arguments = ["-emit-sil", "-o", os.devnull, "-warnings-as-errors", *self.arguments(module, name, files)]
        if keep:
            modules = self.out / name / "modules"
            arguments += ["-emit-module-path", str(modules / f"{module}.swiftmodule")]
            arguments += ["-emit-objc-header-path", str(modules / f"{module}-Swift.h")]
        try:
            self.frontend(arguments)
        except CheckFailed as failure:
            text = str(failure)
            for file in files:
                text = text.replace(str(file), self.originals[str(file)])
            raise CheckFailed(f"check-apple: {module} does not compile for {name}.\n{text}") from None

    def check(self, name):
        """Compiles the whole SDK for one platform; answers how many lines that were."""
        (self.out / name / "modules").mkdir(parents=True, exist_ok=True)
        self.check_c(name)
        lines = 0
        for module in self.present_modules():
            files = self.copies(module, name)
            self.compile(module, name, files)
            lines += sum(len(file.read_text().splitlines()) - 1 for file in files)
        return lines

    def present_modules(self):
        missing = [
            path.name for path in sorted((self.root / "Sources").iterdir())
            if path.is_dir() and path.name not in {*MODULES, *C_MODULES, *SYSTEM_MODULES, *LINUX_MODULES}
        ]
        if missing:
            raise CheckFailed(
                f"check-apple: Sources/{missing[0]} is not checked; name it in scripts/check_apple/build.py."
            )
        return [module for module in MODULES if (self.root / "Sources" / module).is_dir()]

    def check_c(self, name):
        """Compiles the C sources to Mach-O objects for the platform's processors."""
        for target in PLATFORMS[name]["targets"]:
            for module in C_MODULES:
                for path in sorted((self.root / "Sources" / module).glob("*.c")):
                    self.run([
                        str(self.toolchain / "clang"), "-target", target, "-std=c11", "-Wall", "-Wextra", "-Werror",
                        "-nostdlibinc", "-isystem", str(self.root / "Stubs" / "include"),
                        "-I", str(self.root / "Sources" / module / "include"), "-c", str(path), "-o", os.devnull,
                    ])

    def confirm(self, found, name):
        """Asks the compiler itself which regions it sees, by an `#error` in each, and compares with our reading."""
        expected = {region.name for region in found if name in region.platforms}
        marks = {}
        for region in found:
            marks.setdefault(str(region.path), {})[region.first] = f'#error("seen {region.name}")'
        seen = set()
        for module in self.present_modules():
            if not any(path.startswith(f"Sources/{module}/") for path in marks):
                continue
            files = self.copies(module, name, marks, self.out / name / "marked")
            command = [str(self.toolchain / "swiftc"), "-frontend", "-typecheck", *self.arguments(module, name, files)]
            answer = subprocess.run(command, cwd=self.root, capture_output=True, text=True).stderr
            seen |= set(re.findall(r"error: seen (\S+)", answer))
        if seen != expected:
            odd = sorted(seen ^ expected)[0]
            says = "compiles" if odd in seen else "does not compile"
            raise CheckFailed(f"check-apple: for {name} the compiler {says} {odd}, against our reading of it.")
