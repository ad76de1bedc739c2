#!/usr/bin/env python3
"""Tests scripts/check-cases on small checkouts: a removed tag, a strange one and a device without a line make it fail."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/check-cases"
# Put together so that this file itself names no variant.
ONE, TWO, DEVICE, OTHER = (f"O-{number}" + "/" + name for number, name in
                           [("90", "one"), ("90", "two-words"), ("91", "device"), ("92", "other")])


def run(test, concerns=DEVICE, folder="Tests/SomeTests", name="SomeTests.swift"):
    """Runs the check on a checkout with one test file; gives its exit code and what it said."""
    cases = [
        {"id": "O-90", "title": "t", "variants": [{"name": "one", "what": "w"}, {"name": "two-words", "what": "w"}]},
        {"id": "O-91", "title": "t", "variants": [{"name": "device", "what": "w", "device": True}]},
    ]
    with tempfile.TemporaryDirectory() as root:
        for path, text in [
            ("Tests/Fixtures/cases.json", json.dumps({"cases": cases})),
            (f"{folder}/{name}", test),
            ("docs/KNOWN_CONCERNS.md", f"| {concerns} | |"),
        ]:
            (Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(root) / path).write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def check_heads():
    """A tag counts at the head of a test and nowhere else."""
    body = '@Test("a", arguments: 0..<2)\nfunc a() {\n    run()\n}\n'
    both = f"// {ONE} {TWO}\n"
    table = f"static let rows = [\n    1,  // {ONE}\n    2,  // {TWO}\n]\n\n"
    for text in [
        both + body,
        both + "/// More.\n" * 11 + body,
        body.replace("0..<2)", f"[  // {ONE} {TWO}\n    1, 2,\n])"),
        body.replace("func a() {", f"func a() {{  // {ONE} {TWO}"),
        table + body.replace("0..<2", "rows"),
    ]:
        assert run(text) == (0, ""), (text, run(text))
    for text in [
        body + both,  # behind the last test
        body.replace("    run()\n", "    " + both),  # inside a body
        both + "/// More.\n" * 12 + body,  # too far up
        both + "}\n" + body,  # at the end of something else
        table + "\n" * 12 + body,  # in a table that no argument names
    ]:
        code, said = run(text)
        assert code == 1 and ONE in said and TWO in said, (text, said)


def main():
    whole = f"@Test // {ONE} {TWO}"
    assert run(whole) == (0, ""), run(whole)
    # A test in another package counts, and so does a check in Python.
    assert run(whole, folder="Other/Tests/OtherTests")[0] == 0
    assert run(f"# {ONE} {TWO}", name="some_check.py")[0] == 0
    for text, expected in [
        (f"@Test // {ONE}", TWO),  # a removed tag
        (f"@Test // {ONE} {TWO}-more", TWO),  # the beginning of another
        (f"// {ONE} {TWO}", ONE),  # a file without a test
        (f"{whole} {OTHER}", OTHER),  # a tag that is not listed
    ]:
        code, said = run(text)
        assert code == 1 and expected in said, (text, said)
    check_heads()
    for folder, name in [("Sources/Some", "Some.swift"), (".build/Tests", "Some.swift"), ("Tests/A", "notes.py")]:
        assert run(whole, folder=folder, name=name)[0] == 1, folder
    code, said = run(whole, concerns="nothing")
    assert code == 1 and DEVICE in said, said
    code, said = run(whole, concerns=f"{DEVICE} {OTHER}")
    assert code == 1 and OTHER in said, said
    print("check-cases: a removed tag is noticed.")


if __name__ == "__main__":
    main()
