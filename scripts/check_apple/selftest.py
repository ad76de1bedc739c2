"""Plants typos in Apple-only regions, one at a time: the check must find each."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor

from .failure import CheckFailed
from .platforms import PLATFORMS

# What a typo may hit, best first: a member, something with a capital, something of C's, a module.
TARGETS = [
    re.compile(pattern)
    for pattern in (r"\.([a-z]\w{3,})\b", r"\b([A-Z]\w{3,})\b", r"\b([a-z]\w*_\w+)\b", r"import (\w+)$")
]
DECLARATION = re.compile(r"\b(func|var|let|class|struct|enum|case|extension|typealias)\b")


def run(checker, found, options):
    """Plants typos evenly over the regions, after a check that found nothing."""
    count = options.self_test
    apple = [region for region in found if region.is_apple_only]
    step = max(1, len(apple) // count) if count else 1
    chosen = apple[::step][: count or None]
    with ThreadPoolExecutor(options.jobs) as pool:
        missed = [name for name in pool.map(lambda region: try_region(checker, region), chosen) if name]
    if missed:
        raise CheckFailed("check-apple: typos were not found in:\n" + "\n".join(f"  {name}" for name in missed))
    print(f"check-apple: a typo in each of {len(chosen)} of {len(apple)} Apple-only regions was found.")


def try_region(checker, region):
    """The region's name where a typo in it goes unseen."""
    lines = (checker.root / region.path).read_text().splitlines()
    number, line = spoil(lines, region)
    platform = next(name for name in PLATFORMS if name in region.platforms and (checker.out / name / "modules").is_dir())
    module = region.path.parts[1]
    folder = checker.out / platform / f"typo-{region.path.stem}-{region.first}"
    files = checker.copies(module, platform, folder=folder)
    for file in files:
        if checker.originals[str(file)] == str(region.path):
            text = file.read_text().splitlines()
            text[number - 1] = line.replace("import Foundation", "import AppleFoundation")
            file.write_text("\n".join(text) + "\n")
    try:
        checker.compile(module, platform, files, keep=False)
    except CheckFailed as failure:
        return None if f"{region.path}:{number}:" in str(failure) else f"{region.name} (found elsewhere)"
    finally:
        shutil.rmtree(folder)
    return f"{region.name}: {line.strip()}"


def spoil(lines, region):
    """A line of the region with a typo in it, by number."""
    for target in TARGETS:
        for number in region.code:
            line = lines[number - 1]
            match = target.search(re.sub(r'"[^"]*"', lambda text: " " * len(text.group()), line.split("//")[0]))
            if match and not DECLARATION.search(line[: match.start()]):
                return number, line[: match.end()] + "Typo" + line[match.end() :]
    return region.code[0], lines[region.code[0] - 1] + " + noSuchThing"
