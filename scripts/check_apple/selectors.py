"""Compares the selectors of the hook tables with those that the compiler makes of Apple's declarations."""

import re

from .failure import CheckFailed

POINT = re.compile(r'static let (\w+) = HookPoint\(\s*"[^"]*",\s*className: "(\w+)",\s*selector: "([^"]*)"')
DELEGATE = re.compile(r'static let (\w+) = DelegatePoint\((.*?)\n    \)', re.DOTALL)
FUNCTION = re.compile(r"func (\w+)\(\) -> Selector \{\s*#selector\(\s*(?:setter: |getter: )?(\w+)\.")
COMPILED = re.compile(r'^// (\w+)\(\)$.*?objc_selector "([^"]*)"', re.MULTILINE | re.DOTALL)


def rows(table):
    """Of each row of the tables' text its class and selector; a delegate's property makes three rows."""
    found = {name: (owner, selector) for name, owner, selector in POINT.findall(table)}
    for name, body in DELEGATE.findall(table):
        owner = re.search(r'className: "(\w+)"', body).group(1)
        for suffix, word, usual in (("Setter", "setter", "setDelegate:"), ("Getter", "getter", "delegate")):
            given = re.search(rf'{word}: "([^"]*)"', body)
            found[name + suffix] = (owner, given.group(1) if given else usual)
        methods = re.findall(r'Method\(\s*"([^"]*)"', body)
        for number, selector in enumerate(methods):
            found[name + (str(number + 1) if number else "")] = (None, selector)
    return found


def differences(table, source, compiled):
    """A sentence for each row that is not what the compiler says; `compiled` is the SIL of `source`."""
    known = dict(COMPILED.findall(compiled))
    owners = dict(FUNCTION.findall(source))
    wanted = rows(table)
    said = []
    for name, (owner, selector) in wanted.items():
        if name not in known:
            said.append(f"row '{name}' is not in scripts/check_apple/HookSelectors.swift")
        elif known[name] != selector:
            said.append(f"row '{name}' has the selector '{selector}', Apple's is '{known[name]}'")
        elif owner and owners.get(name) != owner:
            said.append(f"row '{name}' is of class '{owner}', Apple's is '{owners.get(name)}'")
    said += [f"HookSelectors.swift has '{name}', which is no row" for name in known if name not in wanted]
    return said


def tables(root):
    return "\n".join(path.read_text() for path in sorted((root / "Sources/SpoorHooks/Table").glob("HookTable*.swift")))


def check(checker):
    """Fails where a row of the tables names what Apple does not have; answers how many rows there are."""
    file = checker.root / "scripts/check_apple/HookSelectors.swift"
    source = file.read_text()
    copy = checker.out / "iOS" / "HookSelectors.swift"
    copy.write_text(source.replace("import UIKit", "import ObjectiveC\nimport UIKit", 1))
    sil = checker.frontend(["-emit-silgen", "-o", "-", *checker.arguments("HookSelectors", "iOS", [copy])]).stdout
    said = differences(tables(checker.root), source, sil)
    if said:
        raise CheckFailed("check-apple: " + "\ncheck-apple: ".join(said))
    return len(rows(tables(checker.root)))
