#!/usr/bin/env python3
"""Kills the SDK and the collector by SIGKILL at random moments, and counts what is lost.

usage: kill_test.py --child KILLCHILD --spoor SPOOR [--rounds 20] [--seed N]

Each round a child records numbered events as fast as it can, in the default configuration, and reports each one that
`track` answered `.recorded` through a pipe. It is killed at a random moment or at a chosen point of a drain. Another
child then uploads what is on disk; in some rounds it is killed between the server's answer and the delete, in others the
collector is killed right after its answers, and started again. The collector's files are then read here, by SQLite and
gzip alone. What must hold: every acknowledged event is there once, each thread's in order, and at most one per thread is
there that was not acknowledged.

Caps: a round records at most EVENTS_PER_ROUND events, below the 100 000 records and 64 MiB that may wait by default.

A test of the test follows: with the journal switched off, and with segments given up before the commit, the same check
must fail.
"""
import argparse
import gzip
import os
import random
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

EVENTS_PER_ROUND = 60_000
EVENT = re.compile(rb'"_id":"([^"]+)","_seq":(\d+).*?"mark":"(\d+)-(\d+)-(\d+)"')
DRAIN_POINTS = ["beforeCommit", "afterCommitBeforeRecycle", "afterRecycle"]
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")


class Collector:
    """`spoor serve` on a folder and a port that stay the same when it is started again."""

    def __init__(self, spoor, folder):
        self.spoor, self.folder = spoor, folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.read = {}

    def start(self):
        self.process = subprocess.Popen(
            [self.spoor, "serve", "--data", self.folder, "--port", str(self.port)],
            stdout=subprocess.PIPE, env=ENVIRONMENT)
        if b"listens" not in self.process.stdout.readline():
            sys.exit("kill test: the collector did not start")

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()
        self.process.stdout.close()

    def new_events(self):
        """(id, sequence, run, thread, number) of everything stored since the last call, read from the files."""
        events = []
        for file in sorted(Path(self.folder).glob("projects/kill/days/*.sqlite")):
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
                rows = database.execute("SELECT first, bytes FROM chunk WHERE first > ? ORDER BY first",
                                        (self.read.get(file, 0),)).fetchall()
            for first, packed in rows:
                self.read[file] = first
                for match in EVENT.finditer(gzip.decompress(packed)):
                    events.append((match[1], *(int(match[i]) for i in range(2, 6))))
        return events


def record(child, folder, run, threads, choice, fault=None):
    """Runs a recording child to its death; returns the last acknowledged number of each thread."""
    arguments = [child, "record", folder, "--run", str(run), "--threads", str(threads),
                 "--limit", str(EVENTS_PER_ROUND)]
    point = choice.choice([None, None] + DRAIN_POINTS)
    if fault == "recycle-before-commit":
        point = "beforeCommit"
    if point:
        arguments += ["--kill-at", point, "--after", str(choice.randint(2, 5))]
    if fault:
        arguments += ["--fault", fault]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, env=ENVIRONMENT)
    acknowledged = [0] * threads
    began = threading.Event()

    def read():
        rest = b""
        while block := os.read(process.stdout.fileno(), 1 << 16):
            began.set()
            rest += block
            whole = len(rest) // 8 * 8
            for (report,) in struct.iter_unpack(">Q", rest[:whole]):
                thread, number = report >> 32, report & 0xFFFFFFFF
                acknowledged[thread] = max(acknowledged[thread], number)
            rest = rest[whole:]

    reader = threading.Thread(target=read)
    reader.start()
    began.wait(30)
    try:
        process.wait(timeout=choice.uniform(0.005, 0.150) if not point else 1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    reader.join()
    process.stdout.close()
    if process.returncode != -signal.SIGKILL:
        sys.exit(f"kill test: the recording child ended by itself with {process.returncode}")
    return acknowledged, point or "random moment"


def upload(child, folder, collector, choice):
    """Uploads everything; in between the child or the collector may be killed."""
    arguments = [child, "upload", folder, "--endpoint", collector.endpoint]
    way = choice.choice(["plain", "beforeSettle", "collector", "upload"])
    if way == "beforeSettle":
        killed = subprocess.run(arguments + ["--kill-at", way, "--after", str(choice.randint(1, 4))],
                                stdout=subprocess.DEVNULL, env=ENVIRONMENT).returncode
        way = "between answer and delete" if killed == -signal.SIGKILL else "plain"
    elif way != "plain":
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        time.sleep(choice.uniform(0.02, 0.25))
        if way == "collector":
            collector.kill()
            collector.start()
        process.kill()
        process.wait()
    done = subprocess.run(arguments, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True)
    if done.returncode != 0:
        sys.exit(f"kill test: the upload ended with {done.returncode}")
    return way


def check(events, run, acknowledged, ids):
    """Sentences on everything that is lost, doubled, out of order or invented."""
    problems = []
    for event_id, *_ in events:
        if event_id in ids:
            problems.append(f"{event_id.decode()} is stored twice")
        ids.add(event_id)
    for thread, last in enumerate(acknowledged):
        numbers = [number for _, _, r, t, number in sorted(events, key=lambda event: event[1])
                   if r == run and t == thread]
        if numbers != list(range(1, len(numbers) + 1)):
            problems.append(f"thread {thread}: the numbers have gaps, repeat or are out of order")
        if len(numbers) < last:
            problems.append(f"thread {thread}: {last} acknowledged, {len(numbers)} stored")
        if len(numbers) > last + 1:
            problems.append(f"thread {thread}: {last} acknowledged, yet {len(numbers)} stored")
    if any(r != run for _, _, r, _, _ in events):
        problems.append("events of an earlier round appeared late")
    return problems


def play(options, choice, rounds, fault=None, is_shown=True):
    """Plays rounds on one queue folder and one collector; returns the problems and the number of events."""
    with tempfile.TemporaryDirectory() as scratch:
        collector = Collector(options.spoor, scratch + "/collector")
        collector.start()
        ids, problems, total = set(), [], 0
        try:
            for run in range(1, rounds + 1):
                threads = choice.choice([1, 4])
                acknowledged, moment = record(options.child, scratch + "/queue", run, threads, choice, fault)
                way = upload(options.child, scratch + "/queue", collector, choice)
                events = collector.new_events()
                found = check(events, run, acknowledged, ids)
                total += len(events)
                problems += [f"round {run} ({moment}; {way}): {problem}" for problem in found]
                if is_shown:
                    print(f"round {run:3}: {threads} thread(s), killed at {moment}; upload: {way}; "
                          f"{sum(acknowledged)} acknowledged, {len(events)} stored, {len(found)} problems", flush=True)
                if fault and found:
                    break
        finally:
            collector.kill()
    return problems, total


def cold_start(options):
    """5,000 events at once while the collector is absent, or two seconds late; returns what is wrong."""
    problems = []
    for run, late in [(1, 2.0), (2, None)]:
        with tempfile.TemporaryDirectory() as scratch:
            collector = Collector(options.spoor, scratch + "/collector")
            arguments = [scratch + "/queue", "--endpoint", collector.endpoint]
            child = subprocess.Popen([options.child, "cold", *arguments, "--run", str(run), "--limit", "5000"],
                                     stdout=subprocess.DEVNULL, env=ENVIRONMENT)
            time.sleep(late or 3.0)
            if late is None:
                child.kill()
                child.wait()
            collector.start()
            if late is None:
                child = subprocess.Popen([options.child, "upload", *arguments], stdout=subprocess.DEVNULL,
                                         env=ENVIRONMENT)
            if child.wait() != 0:
                problems.append(f"cold start {run}: the child ended with {child.returncode}")
            events = collector.new_events()
            problems += [f"cold start {run}: {problem}" for problem in check(events, run, [5000], set())]
            print(f"cold start, collector {'2 s late' if late else 'absent until the next run'}: "
                  f"5000 tracked, {len(events)} stored")
            collector.kill()
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", required=True)
    parser.add_argument("--spoor", required=True)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"kill test: seed {options.seed}, at most {EVENTS_PER_ROUND} events a round")
    choice = random.Random(options.seed)
    problems, total = play(options, choice, options.rounds)
    problems += cold_start(options)
    for problem in problems[:40]:
        print(problem, file=sys.stderr)
    blind = []
    for fault in ["journal-off", "recycle-before-commit"]:
        noticed, _ = play(options, choice, 8, fault, is_shown=False)
        print(f"with {fault}: {'noticed: ' + noticed[0] if noticed else 'NOT NOTICED'}")
        blind += [] if noticed else [fault]
    print(f"kill test: {options.rounds} rounds, {total} events, {len(problems)} problems")
    sys.exit(1 if problems or blind else 0)


if __name__ == "__main__":
    main()
