#!/usr/bin/env python3
"""Tests the comparison of the hook tables with Apple's selectors: a typo in any row, and a row too few or too many, fail."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from check_apple import selectors

TABLE = selectors.tables(ROOT)
SOURCE = (ROOT / "scripts/check_apple/HookSelectors.swift").read_text()
ROWS = selectors.rows(TABLE)


def sil(rows):
    """What the compiler writes for these rows."""
    return "\n".join(f'// {name}()\nsil hidden @x {{\n  %0 = string_literal objc_selector "{selector}"\n}}' for name, (_, selector) in rows.items())


def expect(condition, what):
    if not condition:
        sys.exit(f"check_selectors_test: {what}")


def main():
    compiled = sil(ROWS)
    names = len(ROWS)
    expect(TABLE.count("= HookPoint(") + 3 * TABLE.count("= DelegatePoint(") == names, "a row of the tables is not read")
    expect(selectors.differences(TABLE, SOURCE, compiled) == [], "the tables as they are do not pass")
    for name, (owner, selector) in ROWS.items():
        if f'"{selector}"' not in TABLE:
            continue  # The usual setter and getter are not written out.
        for at in (0, len(selector) // 2, len(selector.rstrip(":")) - 1):
            wrong = selector[:at] + "x" + selector[at + 1 :] if selector[at] != "x" else selector[:at] + selector[at + 1 :]
            said = selectors.differences(TABLE.replace(f'"{selector}"', f'"{wrong}"'), SOURCE, compiled)
            expect(any(f"'{name}'" in one for one in said), f"'{wrong}' passes for {name}")
        if owner:
            said = selectors.differences(TABLE.replace(f'className: "{owner}"', 'className: "UIOther"'), SOURCE, compiled)
            expect(any("UIOther" in one for one in said), f"a wrong class passes for {name}")
        rest = {other: row for other, row in ROWS.items() if other != name}
        expect(selectors.differences(TABLE, SOURCE, sil(rest)) != [], f"{name} may be missing")
    more = sil({**ROWS, "noRow": (None, "a:")})
    expect(selectors.differences(TABLE, SOURCE, more) != [], "a selector of no row passes")
    print(f"check_selectors_test: typos in all {names} rows are found")


main()
