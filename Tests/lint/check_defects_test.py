#!/usr/bin/env python3
"""Tests scripts/check-defects on small checkouts: a missing, a hidden and a strange test make it fail."""

import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/check-defects"
ALL = {number: f'    @Test("Prism defect {number}: it holds", arguments: [1])' for number in range(1, 15)}


def run(tests):
    """Runs the check on a checkout with these tests; gives its exit code and what it said."""
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "Tests/SomeTests"
        folder.mkdir(parents=True)
        (folder / "SomeTests.swift").write_text("\n".join(tests.values()), encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


def main():
    code, output = run(ALL)
    assert code == 0 and not output, output
    for number in ALL:
        code, output = run({key: test for key, test in ALL.items() if key != number})
        assert code == 1 and output.startswith(f"Prism defect {number} has no test"), output
    code, output = run({**ALL, 7: '    @Test(\n        "Prism defect 7: on its own line"\n    )'})
    assert code == 0, output
    for hidden in ['    // @Test("Prism defect 7: it holds")', '    /* @Test("Prism defect 7: it holds") */',
                   '    @Test("Prism defect 7: it holds", .disabled())', '    @Test("Prism defect 7: ")',
                   '    // Prism defect 7: it holds', '    @Test("Prism defect 71: it holds")']:
        code, output = run({**ALL, 7: hidden})
        assert code == 1 and "Prism defect 7 has no test" in output, (hidden, output)
    code, output = run({**ALL, 15: '    @Test("Prism defect 15: it holds")'})
    assert code == 1 and "no Prism defect 15" in output, output
    print("check-defects: its own tests passed.")


if __name__ == "__main__":
    main()
