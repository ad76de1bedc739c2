#!/usr/bin/env python3
"""Compares a demo's figures with numbers computed from the CSV alone.

usage: demo_check.py demo.json simple-onlineshop.csv [--again demo-again.json]

The second file holds the figures of a second demo on the same collector: nothing may be stored twice.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

REFERENCE = Path(__file__).with_name("shop_reference.py")


def problems(figures, expected, again):
    def differ(what, got, want):
        return [] if got == want else [f"{what}: the demo says {got}, the CSV {want}"]

    events, users = expected["events"], expected["users"]
    found = differ("visitors", figures["visitors"], users)
    for name, want in [("tracked", events), ("uploaded", events), ("stored", events), ("lost", 0), ("duplicates", 0),
                       ("rejected", 0)]:
        found += differ(name, figures[name], want)
    funnel = [(step["event"], step["users"]) for step in figures["funnel"]]
    found += differ("funnel", funnel, [(step["event"], step["users"]) for step in expected["funnel"]])
    medians = [step.get("medianFromFirst") for step in figures["funnel"]]
    found += differ("times of the funnel", medians[1:], [step["medianFromFirst"] for step in expected["funnel"]][1:])
    got = {cohort["label"]: (cohort["size"], [n for n in cohort["returned"] if n is not None])
           for cohort in figures["retention"]}
    want = {cohort["label"]: (cohort["size"], cohort["returned"]) for cohort in expected["retention"]}
    for label in sorted(set(got) | set(want)):
        found += differ(f"retention of {label}", got.get(label), want.get(label))
    if again is not None:
        for name, number in [("tracked", events), ("stored", 0), ("duplicates", events), ("lost", 0)]:
            found += differ(f"second demo, {name}", again[name], number)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures")
    parser.add_argument("csv")
    parser.add_argument("--again")
    options = parser.parse_args()
    expected = json.loads(subprocess.run([sys.executable, str(REFERENCE), options.csv], check=True,
                                         capture_output=True, text=True).stdout)
    figures = json.loads(Path(options.figures).read_text())
    again = json.loads(Path(options.again).read_text()) if options.again else None
    found = problems(figures, expected, again)
    for problem in found[:20]:
        print(problem, file=sys.stderr)
    print(f"demo: {figures['stored']} stored, {len(figures['funnel'])} funnel steps and "
          f"{len(figures['retention'])} days of retention compared, {len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
