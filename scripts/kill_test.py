#!/usr/bin/env python3
"""Kills the SDK and the collector by SIGKILL at random moments, and counts what is lost.

usage: kill_test.py --child KILLCHILD --spoor SPOOR [--rounds 20] [--seed N]

Each round a child records numbered events as fast as it can, in the default configuration, and reports each answer of
`track` through a pipe. It is killed at a random moment or at a chosen point of a drain. Another child then uploads what
is on disk. It may be killed too, at a random moment or between the server's answer and the delete; or the collector is,
at a random moment or right after an answer, and is started again. The collector's files are then read here, by SQLite
and gzip alone. What must hold: every acknowledged event is there once, each thread's in order, nothing appears twice or
late, and beyond what was answered there is at most one event per thread, the one whose answer was on its way.

Caps: a round records at most EVENTS_PER_ROUND events, so that no more waits than the default configuration keeps
(100 000 records, 64 MiB, a journal of 128 MiB). An event that `track` answered `held` (in memory alone, because the
disk was slow at that moment) or `dropped` (no room left there) was not promised: it may be missing, and is counted. Where less than half is
acknowledged over all rounds, the test fails: it would prove too little.

A cold start follows: 5,000 events at once while the collector is two seconds late, or absent until the next run. Then
a test of the test: with the journal switched off, and with segments given up before the commit, the check must fail.
"""
import argparse
import atexit
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
from contextlib import closing
from pathlib import Path

EVENTS_PER_ROUND = 60_000
COLD_EVENTS = 5_000
EVENT = re.compile(rb'"_id":"([^"]+)-(\d+)","_seq":(\d+).*?"mark":"(\d+)-(\d+)-(\d+)"')
RANDOM = "a random moment"
MOMENTS = [RANDOM, "beforeCommit", "afterStateWrite", RANDOM, "afterCommitBeforeRecycle", "afterRecycle"]
WAYS = ["undisturbed", "child before the delete", "collector after its answer", "child at a random moment",
        "collector at a random moment", "child after the delete", "both after the answer", "child in its first drain"]
POINTS = {"child before the delete": "beforeSettle", "child after the delete": "afterSettle",
          "collector after its answer": "beforeSettle", "both after the answer": "beforeSettle",
          "child in its first drain": "beforeCommit"}
RESENDING = ["child before the delete", "both after the answer"]
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")
running = set()


def start(arguments, **options):
    """Starts a process that does not outlive this one."""
    process = subprocess.Popen([str(argument) for argument in arguments], env=ENVIRONMENT, **options)
    running.add(process)
    return process


def end(process, timeout=120):
    """Waits for a process; returns how it ended."""
    try:
        process.wait(timeout)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        running.discard(process)
        if process.stdout:
            process.stdout.close()
    return process.returncode


def end_all():
    for process in list(running):
        process.kill()
        end(process)


class Collector:
    """`spoor serve` on a folder and a port that stay the same when it is started again."""

    def __init__(self, spoor, folder):
        self.spoor, self.folder, self.process = spoor, folder, None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self.read = {}

    def start(self):
        self.process = start([self.spoor, "serve", "--data", self.folder, "--port", self.port],
                             stdout=subprocess.PIPE)
        if b"listens" not in self.process.stdout.readline():
            sys.exit("kill test: the collector did not start")

    def restart(self):
        self.kill()
        self.start()

    def kill(self):
        if self.process:
            self.process.kill()
            end(self.process)

    def new_events(self):
        """What was stored since the last call: (sequence, producer, run, thread, number), in this order."""
        events = []
        for file in sorted(Path(self.folder).glob("projects/kill/days/*.sqlite")):
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                rows = database.execute("SELECT first, count, bytes FROM chunk WHERE first > ? ORDER BY first",
                                        (self.read.get(file, 0),)).fetchall()
            for first, count, packed in rows:
                self.read[file] = first
                found = EVENT.findall(gzip.decompress(packed))
                if len(found) != count:
                    sys.exit(f"kill test: {file} says {count} events at {first}, and holds {len(found)}")
                for producer, identifier, sequence, *mark in found:
                    if identifier != sequence:
                        sys.exit(f"kill test: _id {identifier} has _seq {sequence}")
                    events.append((int(sequence), producer.decode(), *(int(part) for part in mark)))
        return sorted(events)


class Answers:
    """What `track` answered to each thread of one child, read from its pipe until it ends."""

    def __init__(self, process, threads):
        self.last = [0] * threads
        self.held = [set() for _ in range(threads)]
        self.dropped = [set() for _ in range(threads)]
        self.is_broken = False
        self.began = threading.Event()
        self.reader = threading.Thread(target=self.read, args=(process.stdout.fileno(),), daemon=True)
        self.reader.start()

    def read(self, pipe):
        rest = b""
        while block := os.read(pipe, 1 << 16):
            rest += block
            whole = len(rest) // 8 * 8
            for (word,) in struct.iter_unpack(">Q", rest[:whole]):
                thread, number = word >> 32 & 0x3FFFFFFF, word & 0xFFFFFFFF
                self.is_broken |= number != self.last[thread] + 1
                self.last[thread] = number
                if word >> 63:
                    self.held[thread].add(number)
                elif word >> 62:
                    self.dropped[thread].add(number)
            self.began.set()
            rest = rest[whole:]
        self.began.set()

    @property
    def acknowledged(self):
        return sum(self.last) - sum(len(numbers) for numbers in self.held + self.dropped)


def record(child, folder, run, threads, choice, moment, fault=None):
    """Runs a recording child to its death; returns its answers and what it was killed by."""
    arguments = [child, "record", folder, "--run", run, "--threads", threads, "--limit", EVENTS_PER_ROUND]
    if moment != RANDOM:
        arguments += ["--kill-at", moment, "--after", choice.randint(1, 6)]
    if fault:
        arguments += ["--fault", fault]
    process = start(arguments, stdout=subprocess.PIPE)
    answers = Answers(process, threads)
    answers.began.wait(30)
    try:
        process.wait(choice.uniform(0.002, 0.2) if moment == RANDOM else 2)
    except subprocess.TimeoutExpired:
        # So few drains happened that the chosen one did not: any moment will do.
        process.kill()
        process.wait()
        moment = RANDOM
    answers.reader.join()
    if end(process) != -signal.SIGKILL:
        sys.exit(f"kill test: the recording child ended by itself with {process.returncode}")
    if answers.is_broken:
        sys.exit("kill test: the recording child's answers are out of order")
    return answers, moment


def upload(child, folder, collector, choice, way):
    """Uploads all that waits, disturbed or not; returns what was really disturbed, and the last child's counts."""
    arguments = [child, "upload", folder, "--endpoint", collector.endpoint]
    if way != WAYS[0] and not disturb(list(arguments), collector, choice, way):
        way = WAYS[0]
    process = start(arguments, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    if end(process) != 0:
        sys.exit(f"kill test: the upload ended with {process.returncode}")
    delivered, duplicates, rejected, lost = (int(word) for word in line.split())
    return way, duplicates, rejected + lost


def disturb(arguments, collector, choice, way):
    """Uploads while something is killed; returns whether the chosen moment came at all."""
    if way in POINTS:
        after = 1 if "first" in way else choice.randint(1, 3)
        arguments += ["--kill-at", POINTS[way], "--after", after]
    if way in ("collector after its answer", "both after the answer"):
        arguments += ["--first", collector.process.pid]
    if way.startswith("collector"):
        arguments += ["--survive", 1]
    # What it says of a collector that is gone is expected.
    process = start(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if way == "collector after its answer":
        while process.poll() is None and collector.process.poll() is None:
            time.sleep(0.001)
    elif way not in POINTS:
        time.sleep(choice.uniform(0.005, 0.3))
        (collector.process if way.startswith("collector") else process).kill()
    if way == "both after the answer" and process.wait(120) == -signal.SIGKILL:
        # The child has killed the collector first; until the system has cleared that away, it seems to be alive.
        collector.process.wait(60)
    if way == "collector at a random moment":
        collector.process.wait()
    has_lost_collector = collector.process.poll() is not None
    if has_lost_collector:
        # A surviving child has its answer, and deletes; or has none, and tries again within seconds.
        collector.restart()
    code = end(process)
    if code not in (0, -signal.SIGKILL):
        sys.exit(f"kill test: the upload ended with {code}")
    return has_lost_collector or code == -signal.SIGKILL


def check(events, run, answers, highest):
    """Sentences on everything that is lost, doubled, out of order or invented.

    `highest` keeps the last sequence number of each producer: all that comes later must be above it.
    """
    problems = []
    by_thread = [[] for _ in answers.last]
    for sequence, producer, of_run, thread, number in events:
        if sequence <= highest.get(producer, 0):
            problems.append(f"{producer}-{sequence} is stored twice, or after one that follows it")
        highest[producer] = sequence
        if of_run != run:
            problems.append(f"event {number} of round {of_run} appeared late")
        else:
            by_thread[thread].append(number)
    if len({producer for _, producer, *_ in events}) > 1:
        problems.append("the producer changed, though nothing but a process was lost")
    for thread, numbers in enumerate(by_thread):
        last, unpromised = answers.last[thread], answers.held[thread] | answers.dropped[thread]
        if any(later <= earlier for earlier, later in zip(numbers, numbers[1:])):
            problems.append(f"thread {thread}: the numbers repeat or are out of order")
        missing = set(range(1, last + 1)).difference(numbers) - unpromised
        if missing:
            problems.append(f"thread {thread}: {len(missing)} of {last} acknowledged events are lost, "
                            f"{min(missing)} first")
        if numbers and numbers[-1] > last + 1:
            problems.append(f"thread {thread}: {last} answered, yet {numbers[-1]} is stored")
    return problems


def play(options, choice, rounds, fault=None):
    """Plays rounds on one queue folder and one collector; returns the problems and the totals."""
    totals = dict(acknowledged=0, held=0, dropped=0, stored=0, duplicates=0)
    problems, highest, began = [], {}, time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        collector = Collector(options.spoor, scratch + "/collector")
        collector.start()
        try:
            for run in range(1, rounds + 1):
                threads = 4 if fault is None and (run + run // len(MOMENTS)) % 2 else 1
                moment = MOMENTS[run % len(MOMENTS)] if fault is None else "beforeCommit"
                answers, moment = record(options.child, scratch + "/queue", run, threads, choice, moment, fault)
                way = WAYS[run % len(WAYS)] if fault is None else WAYS[0]
                way, duplicates, refused = upload(options.child, scratch + "/queue", collector, choice, way)
                events = collector.new_events()
                found = check(events, run, answers, highest)
                if way in RESENDING and events and not duplicates:
                    found.append("nothing was sent again, though the answer to it was lost")
                if refused:
                    found.append(f"{refused} events were refused or displaced")
                held = sum(len(numbers) for numbers in answers.held)
                dropped = sum(len(numbers) for numbers in answers.dropped)
                for name, count in dict(acknowledged=answers.acknowledged, held=held, dropped=dropped,
                                        stored=len(events), duplicates=duplicates).items():
                    totals[name] += count
                problems += [f"round {run} ({moment}; {way}): {problem}" for problem in found]
                if fault is None:
                    print(f"round {run:3}: {threads} thread(s), killed at {moment}; upload: {way}; "
                          f"{answers.acknowledged} acknowledged, {held} held, {dropped} dropped, {len(events)} stored, "
                          f"{duplicates} resent, {len(found)} problems", flush=True)
                elif found:
                    break
        finally:
            end_all()
    totals["seconds"] = round(time.monotonic() - began, 1)
    return problems, totals


def cold_start(options):
    """5,000 events at once while the collector is absent, or two seconds late; returns what is wrong."""
    problems = []
    for run, is_late in [(1, True), (2, False)]:
        with tempfile.TemporaryDirectory() as scratch:
            collector = Collector(options.spoor, scratch + "/collector")
            arguments = [scratch + "/queue", "--endpoint", collector.endpoint]
            child = start([options.child, "cold", *arguments, "--run", run, "--limit", COLD_EVENTS],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            answers = Answers(child, 1)
            time.sleep(2)
            if not is_late:
                child.kill()
                answers.reader.join()
                end(child)
            collector.start()
            if not is_late:
                child = start([options.child, "upload", *arguments], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
            code = end(child)
            answers.reader.join()
            events = collector.new_events()
            # Here even what was held must be there: nothing was killed before it was recorded.
            answers.held[0].clear()
            found = check(events, run, answers, {})
            if code != 0 or len(events) != COLD_EVENTS:
                found.append(f"the child ended with {code}; {len(events)} of {COLD_EVENTS} events are stored")
            problems += [f"cold start {run}: {problem}" for problem in found]
            print(f"cold start, collector {'2 s late' if is_late else 'absent until the next run'}: "
                  f"{answers.last[0]} tracked, {len(events)} stored", flush=True)
            end_all()
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", required=True)
    parser.add_argument("--spoor", required=True)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    atexit.register(end_all)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"kill test: seed {options.seed}, at most {EVENTS_PER_ROUND} events a round", flush=True)
    choice = random.Random(options.seed)
    problems, totals = play(options, choice, options.rounds)
    if totals["acknowledged"] < totals["held"] + totals["dropped"]:
        problems.append(f"only {totals['acknowledged']} events were acknowledged, less than half: the disk is too slow "
                        "for this test to prove anything; run it on a quieter machine")
    problems += cold_start(options)
    for problem in problems[:40]:
        print(problem, file=sys.stderr)
    blind = []
    for fault in ["journal-off", "recycle-before-commit"]:
        noticed, _ = play(options, choice, 5, fault)
        print(f"with {fault}: {'noticed: ' + noticed[0] if noticed else 'NOT NOTICED'}")
        blind += [] if noticed else [fault]
    figures = ", ".join(f"{count} {name}" for name, count in totals.items())
    print(f"kill test: {options.rounds} rounds, {figures}, {len(problems)} problems")
    sys.exit(1 if problems or blind else 0)


if __name__ == "__main__":
    main()
