"""The conditional regions of the sources, and who compiles each."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from .failure import CheckFailed
from .platforms import CONDITION, FOREIGN, PLATFORMS, holds

DIRECTIVE = re.compile(r"^\s*#(if|elseif|else|endif)\b(.*)$")


@dataclass
class Region:
    """The lines between two directives of one `#if`."""

    path: Path
    first: int  # The line of the directive that opens it, from 1.
    condition: str  # As written; of `#else` those before it, negated.
    outer: tuple  # The conditions around it.
    last: int = 0  # The line of the directive that ends it.
    platforms: set = field(default_factory=set)
    is_linux: bool = False
    code: list = field(default_factory=list)  # Its own lines of code, by number.

    @property
    def is_apple_only(self):
        return bool(self.platforms) and not self.is_linux and bool(self.code)

    @property
    def name(self):
        return f"{self.path}:{self.first}"


def of_sources(root):
    """Every region of every Swift file below Sources/."""
    found = []
    for path in sorted((root / "Sources").rglob("*.swift")):
        found += of_text(path.relative_to(root), path.read_text())
    return found


def of_text(path, text):
    """The regions of one file."""
    found, stack = [], []  # The stack holds, for each open `#if`, its region and the conditions before it.
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if not match:
            if stack and line.strip() and not line.strip().startswith("//"):
                stack[-1][0].code.append(number)
            continue
        kind, condition = match.group(1), match.group(2).split("//")[0].strip()
        before = []
        if kind != "if":
            if not stack:
                raise CheckFailed(f"{path}:{number}: #{kind} without #if")
            region, before = stack.pop()
            region.last = number
            found.append(region)
        if kind == "endif":
            continue
        outer = tuple(open_region.condition for open_region, _ in stack)
        earlier = " && ".join(f"!({old})" for old in before)
        whole = " && ".join(part for part in (earlier, f"({condition})" if condition else "") if part)
        stack.append((Region(path, number, whole, outer), before + ([condition] if condition else [])))
    if stack:
        raise CheckFailed(f"{path}: the #if of line {stack[-1][0].first} never ends")
    for region in found:
        conditions = (*region.outer, region.condition)
        region.platforms = {name for name in PLATFORMS if all(holds(one, name) for one in conditions)}
        region.is_linux = all(holds(one, "Linux") for one in conditions)
    return found


def require_covered(found):
    """Fails where a region is compiled by nobody, or says `os(…)` of what the module's presence would tell."""
    orphans = [region for region in found if not region.platforms and not region.is_linux and region.code]
    missed = [region for region in orphans if not is_excused(region)]
    if missed:
        lines = "\n".join(f"  {region.name}: {region.condition}" for region in missed)
        raise CheckFailed(f"check-apple: no platform compiles these regions:\n{lines}")


def is_excused(region):
    """A region for a platform that is not promised, or one that stops the build with a sentence."""
    asked = {name for question, name in CONDITION.findall(region.condition) if question == "canImport"}
    if asked & FOREIGN and "!(" not in region.condition.split("&&")[-1]:
        return True
    text = (Path(__file__).resolve().parent.parent.parent / region.path).read_text().splitlines()
    return all(text[number - 1].strip().startswith("#error") for number in region.code)


def print_apple_only(found):
    """One line for each Apple-only region."""
    for region in found:
        if region.is_apple_only:
            names = " ".join(name for name in PLATFORMS if name in region.platforms)
            print(f"{region.name:60} {len(region.code):4} lines  {names}")
