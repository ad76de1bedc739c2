#!/usr/bin/env python3
"""Kills the SDK and the collector by SIGKILL while records with payloads are recorded and uploaded in sealed packets.

usage: record_kill_test.py --child KILLCHILD --spoor SPOOR [--rounds 10] [--seed N]

Each round a child sends records with payloads of some KiB, every 16th of 200 KiB, on a Prism channel whose packets are
sealed to a key that `spoor keys create` made, and tracks events beside them. It is killed at a random moment or at a chosen
point of a drain of the channel. Another child then uploads what is on disk; it or the collector may be killed too, as
in kill_test.py. After the last round the collector's files are read here, by SQLite and gzip alone. What must hold: each
acknowledged record is there once, its payload as it was sent (its length and two checksums), each acknowledged event too,
no record that had one is without its payload, and beyond what was answered there is at most one record and one event
per thread.

A test of the test follows: with the journal switched off, and with segments given up before the commit, the check must
fail.
"""
import argparse
import atexit
import gzip
import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path

from kill_test import MOMENTS, RANDOM, RESENDING, WAYS, Collector, disturb, end, end_all, start

RECORDS_PER_ROUND = 600
EVENT = re.compile(rb'"_id":"([^"]+)".*?"mark":"(e?)(\d+)-(\d+)-(\d+)"')
LINE = re.compile(r"([RHD]) (\S+) (e?)(\d+)-(\d+)-(\d+) (\d+) (\d+) (\d+)")


class Told:
    """What the children were answered, over all rounds."""

    def __init__(self):
        self.records = {}      # report id: (mark, (bytes, crc, adler)), of what was recorded
        self.events = set()    # marks of events that were recorded
        self.answered = set()  # all marks that were answered at all
        self.threads = {}      # run: threads
        self.unpromised = 0
        self.problems = []

    def take(self, text):
        """Takes the lines of a child; the last may be cut, as the child was killed."""
        for line in text.split("\n")[:-1]:
            found = LINE.fullmatch(line)
            if not found:
                sys.exit(f"record kill test: the child wrote '{line}'")
            answer, identifier, is_event = found[1], found[2], found[3] == "e"
            mark = (is_event, *(int(found[index]) for index in (4, 5, 6)))
            self.answered.add(mark)
            if answer != "R":
                self.unpromised += 1
            elif is_event:
                self.events.add(mark)
            elif identifier in self.records:
                self.problems.append(f"two acknowledged records got the id {identifier}")
            else:
                self.records[identifier] = (mark, tuple(int(found[index]) for index in (7, 8, 9)))


def send(options, folder, run, threads, choice, moment, key, told, fault=None):
    """Runs a sending child to its death; returns what it was killed by."""
    arguments = [options.child, "send", folder, "--run", run, "--threads", threads, "--limit", RECORDS_PER_ROUND, *key]
    if moment != RANDOM:
        arguments += ["--kill-at", moment, "--after", choice.randint(1, 4)]
    if fault:
        arguments += ["--fault", fault]
    with tempfile.TemporaryFile() as answers:
        process = start(arguments, stdout=answers)
        until = time.monotonic() + 30
        while answers.seek(0, 2) == 0 and process.poll() is None and time.monotonic() < until:
            time.sleep(0.001)
        try:
            process.wait(choice.uniform(0.002, 0.2) if moment == RANDOM else 2)
        except subprocess.TimeoutExpired:
            process.kill()
            moment = RANDOM
        if end(process) != -signal.SIGKILL:
            sys.exit(f"record kill test: the sending child ended by itself with {process.returncode}")
        answers.seek(0)
        told.take(answers.read().decode())
    told.threads[run] = threads
    return moment


def deliver(options, folder, collector, choice, way, key):
    """Uploads all that waits, disturbed or not; returns what was really disturbed, and the last child's counts."""
    arguments = [options.child, "deliver", folder, "--endpoint", collector.endpoint, *key]
    if way != WAYS[0] and not disturb(list(arguments), collector, choice, way):
        way = WAYS[0]
    process = start(arguments, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    if end(process) != 0:
        sys.exit(f"record kill test: the upload ended with {process.returncode}")
    _, duplicates, rejected, lost = (int(word) for word in line.split())
    return way, duplicates, rejected + lost


def stored(folder):
    """What the collector keeps: how often each id is there as an event, the marks, and the payloads' checksums."""
    identifiers, marks, payloads = Counter(), {}, {}
    project = Path(folder) / "projects/kill"
    for file in sorted(project.glob("days/*.sqlite")):
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            for (packed,) in database.execute("SELECT bytes FROM chunk"):
                for identifier, is_event, *mark in EVENT.findall(gzip.decompress(packed)):
                    identifiers[identifier.decode()] += 1
                    marks[identifier.decode()] = (is_event == b"e", *(int(part) for part in mark))
    if (project / "payloads.sqlite").exists():
        with closing(sqlite3.connect(f"file:{project / 'payloads.sqlite'}?mode=ro", uri=True)) as database:
            for report, compressed, data in database.execute("SELECT report_id, compressed, bytes FROM payload"):
                data = gzip.decompress(data) if compressed else data
                payloads[report] = (len(data), zlib.crc32(data), zlib.adler32(data))
    return identifiers, marks, payloads


def check(told, folder):
    """Sentences on everything that is lost, doubled, changed or invented."""
    identifiers, marks, payloads = stored(folder)
    problems = list(told.problems)
    for identifier, (mark, sums) in told.records.items():
        if identifiers[identifier] != 1:
            problems.append(f"record {identifier} was acknowledged, and is there {identifiers[identifier]} times")
        elif marks[identifier] != mark:
            problems.append(f"record {identifier} is another one: {marks[identifier]} instead of {mark}")
        if payloads.get(identifier) != sums:
            problems.append(f"record {identifier}: its payload is {'changed' if identifier in payloads else 'gone'}")
    for identifier, count in identifiers.items():
        if count != 1:
            problems.append(f"{identifier} is there {count} times")
        if not marks[identifier][0] and identifier not in payloads:
            problems.append(f"record {identifier} is there without its payload")
    counts = Counter(marks.values())
    problems += [f"event {mark} was acknowledged, and is there {counts[mark]} times"
                 for mark in told.events if counts[mark] != 1]
    problems += [f"{mark} is there {count} times, under different ids" for mark, count in counts.items() if count > 1]
    surplus = Counter((mark[0], mark[1]) for mark in counts if mark not in told.answered)
    for (is_event, run), count in surplus.items():
        if count > told.threads.get(run, 0):
            problems.append(f"round {run}: {count} {'events' if is_event else 'records'} are there that nobody sent")
    problems += [f"there is a payload of {report}, and no record" for report in payloads if report not in identifiers]
    large = sum(1 for _, sums in told.records.values() if sums[0] > 200_000)
    return problems, large


def make_key(options, folder):
    """Makes a key as a person would; returns what a child must be told of it."""
    subprocess.run([options.spoor, "keys", "create", "--id", "k1", "--data", folder, "--project", "kill"],
                   check=True, capture_output=True)
    keys = subprocess.run([options.spoor, "keys", "list", "--json", "--data", folder, "--project", "kill"],
                          check=True, capture_output=True).stdout
    return ["--key-id", "k1", "--key", next(key["publicKey"] for key in json.loads(keys) if key["id"] == "k1")]


def play(options, choice, rounds, fault=None):
    """Plays rounds on one queue folder and one collector; returns the problems and the totals."""
    problems, resent, told, began = [], 0, Told(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="spoor-record-kill-") as scratch:
        collector = Collector(options.spoor, scratch + "/collector")
        Path(collector.folder).mkdir()
        key = make_key(options, collector.folder)
        collector.start()
        try:
            for run in range(1, rounds + 1):
                threads = 1 + run % 2 if fault is None else 1
                moment = MOMENTS[run % len(MOMENTS)] if fault is None else "beforeCommit"
                before = len(told.records)
                moment = send(options, scratch + "/queue", run, threads, choice, moment, key, told, fault)
                way = WAYS[run % len(WAYS)] if fault is None else WAYS[0]
                way, duplicates, refused = deliver(options, scratch + "/queue", collector, choice, way, key)
                resent += duplicates
                sent = len(told.records) - before
                if way in RESENDING and sent and not duplicates:
                    problems.append(f"round {run} ({way}): nothing was sent again, though the answer to it was lost")
                if refused:
                    problems.append(f"round {run} ({moment}; {way}): {refused} records were refused or displaced")
                if fault is None:
                    print(f"round {run:3}: {threads} thread(s), killed at {moment}; upload: {way}; {sent} records "
                          f"acknowledged, {duplicates} resent", flush=True)
            collector.kill()
            found, large = check(told, collector.folder)
            problems += found
        finally:
            end_all()
    totals = dict(records=len(told.records), large=large, events=len(told.events), unpromised=told.unpromised,
                  resent=resent, seconds=round(time.monotonic() - began, 1))
    return problems, totals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", required=True)
    parser.add_argument("--spoor", required=True)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    atexit.register(end_all)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"record kill test: seed {options.seed}, at most {RECORDS_PER_ROUND} records a round", flush=True)
    choice = random.Random(options.seed)
    problems, totals = play(options, choice, options.rounds)
    if totals["records"] < max(10 * options.rounds, totals["unpromised"]) or totals["large"] == 0:
        problems.append(f"only {totals['records']} records were acknowledged, {totals['large']} of them large, which "
                        "proves too little; run it on a quieter machine")
    for problem in problems[:40]:
        print(problem, file=sys.stderr)
    blind = []
    for fault in ["journal-off", "recycle-before-commit"]:
        noticed, _ = play(options, choice, 2, fault)
        print(f"with {fault}: {'noticed: ' + noticed[0] if noticed else 'NOT NOTICED'}")
        blind += [] if noticed else [fault]
    figures = ", ".join(f"{count} {name}" for name, count in totals.items())
    print(f"record kill test: {options.rounds} rounds, {figures}, {len(problems)} problems")
    sys.exit(1 if problems or blind else 0)


if __name__ == "__main__":
    main()
