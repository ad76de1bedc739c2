#!/usr/bin/env python3
"""Checks that debug and release builds make the same of every value: O-05/release-alike.

usage: scripts/value_table_check.py DEBUG RELEASE     two builds of Tests/ValueTable

Both must end well, print the same lines, and print a line for each value that Tests/ValueTable/ValueRows.swift lists on
each way into an event. What the values must become is what the tests of SpoorWire and Spoor say; they run as a debug
build, so that the same lines are right in release as well.
"""

import difflib
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "Tests/ValueTable"


def lines(program):
    """What a build prints; ends the check where it traps or fails."""
    done = subprocess.run([program], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        last = done.stdout.splitlines()[-1:] or ["nothing"]
        sys.exit(f"value table: '{program}' ended with {done.returncode}, after '{last[0]}':\n{done.stderr}")
    return done.stdout.splitlines()


def problems(debug, release, names, routes):
    """All that is wrong with the lines of the two builds."""
    found = list(difflib.unified_diff(debug, release, "debug", "release", lineterm="", n=0))
    printed = {tuple(line.split(" ", 2)[:2]) for line in debug}
    for first in ["value", *routes]:
        found += [f"no line '{first} {name}'" for name in names if (first, name) not in printed]
    for line in debug:
        # On its way into an event no value costs its neighbour.
        if line.split(" ", 1)[0] in routes and "warns:" not in line and '"ok":1' not in line:
            found.append(f"the good property is missing: {line}")
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    names = re.findall(r'ValueRow\(name: "(\w+)"', (FOLDER / "ValueRows.swift").read_text(encoding="utf-8"))
    cases = re.search(r"^    case (.*)$", (FOLDER / "ValueRoute.swift").read_text(encoding="utf-8"), re.MULTILINE)
    routes = cases.group(1).split(", ") if cases else []
    if len(names) < 40 or len(routes) < 6:
        sys.exit("value table: the list of values or of ways cannot be read; see Tests/ValueTable.")
    debug, release = (lines(program) for program in sys.argv[1:])
    found = problems(debug, release, names, routes)
    if found:
        sys.exit("value table: debug and release differ, or lines are missing:\n" + "\n".join(found))
    print(f"value table: {len(names)} values on {len(routes)} ways are the same in debug and release.")


if __name__ == "__main__":
    main()
