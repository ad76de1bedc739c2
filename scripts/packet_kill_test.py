#!/usr/bin/env python3
"""Kills the collector by SIGKILL while packets with payloads arrive, and compares what it answered with what it keeps.

usage: packet_kill_test.py --spoor SPOOR [--rounds 10] [--seed N]

Several senders post packets, plain of version 2 and, where `openssl` is there, of version 1 under a shared key. A packet
without an answer is sent again, with the same ids. Meanwhile the collector is killed at random moments and started
again. What must hold: of every report that was answered, the event is there once, and the payload byte for byte; and no
answer ever told a sender to give something up. The files are read here, by SQLite and gzip alone.
"""
import argparse
import base64
import gzip
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from contextlib import closing
from pathlib import Path

SENDERS = 4
EVENT = re.compile(rb'"_id":"([^"]+)"')
MIN_ACKNOWLEDGED = 50


def block(data):
    return gzip.compress(data, 1, mtime=0)


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def metas(reports):
    now = int(time.time() * 1000)
    lines = [json.dumps({"REPORT_ID": report, "CREATE_TIME": now, "MONITOR_TYPE": "appCrash", "SYS_DEVICE_ID": "d"})
             for report in reports]
    return block("\n".join(lines).encode())


def packet_v2(reports):
    head = metas(reports)
    blocks = [block(payload) for payload in reports.values()]
    body = b"SPOR\x02\x00" + struct.pack(">IH", len(head), len(blocks))
    for report, data in zip(reports, blocks):
        body += struct.pack(">QI", fnv(report), len(data))
    body += head + b"".join(blocks)
    return body + struct.pack(">I", zlib.crc32(body))


def encrypted(data, key):
    vector = os.urandom(16)
    done = subprocess.run(["openssl", "enc", "-aes-128-cbc", "-K", key.hex(), "-iv", vector.hex()],
                          input=data, capture_output=True, check=True)
    return vector + done.stdout


def packet_v1(reports, key):
    head = encrypted(metas(reports), key)
    blocks = [encrypted(block(payload), key) for payload in reports.values()]
    lengths = b"".join(struct.pack(">I", len(data)) for data in blocks)
    return struct.pack(">HB", len(head), len(blocks)) + lengths + head + b"".join(blocks)


class Collector:
    """`spoor serve` on a folder and a port that stay the same when it is started again."""

    def __init__(self, spoor, folder):
        self.spoor, self.folder, self.process = spoor, folder, None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def start(self):
        arguments = [self.spoor, "serve", "--data", self.folder, "--port", str(self.port)]
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment)
        if b"listens" not in self.process.stdout.readline():
            sys.exit("packet kill test: the collector did not start")

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(60)
        self.process.stdout.close()


class Sender(threading.Thread):
    """Posts packet after packet; one without an answer again and again."""

    def __init__(self, number, port, seed, key, stop):
        super().__init__(daemon=True)
        self.number, self.port, self.key, self.stop = number, port, key, stop
        self.choice = random.Random(seed * 100 + number)
        self.acknowledged, self.problems, self.again, self.next = {}, [], 0, 1

    def run(self):
        while not self.stop.is_set() and not self.problems:
            reports = {}
            for _ in range(self.choice.randint(1, 5)):
                size = self.choice.choice([1, 200, 5_000, 60_000])
                reports[f"sender{self.number}-{self.next}"] = self.choice.randbytes(size)
                self.next += 1
            if self.key and self.choice.random() < 0.3:
                self.deliver("/prism/metrics/detail", packet_v1(reports, self.key), reports)
            else:
                self.deliver("/v1/packets", packet_v2(reports), reports)

    def deliver(self, path, body, reports):
        while not self.problems:
            status, receipt = self.post(path, body)
            if status == 200:
                counts = dict(part.split("=") for part in receipt.split())
                if int(counts["stored"]) + int(counts["duplicate"]) != len(reports) or "rejected" in counts:
                    self.problems.append(f"{len(reports)} reports were answered '{receipt}'")
                self.acknowledged.update(reports)
                return
            if status not in (None, 503):
                self.problems.append(f"{path} answered {status}")
            self.again += 1
            time.sleep(0.02)

    def post(self, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("POST", path + "?project=kill", body)
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Spoor-Receipt", "")
        except (OSError, http.client.HTTPException):
            return None, ""
        finally:
            connection.close()


def stored(folder):
    """How often each report's event is stored, and the payloads by report."""
    events, project = {}, Path(folder) / "projects/kill"
    for file in sorted(project.glob("days/*.sqlite")):
        with closing(sqlite3.connect(file)) as database:
            for (packed,) in database.execute("SELECT bytes FROM chunk"):
                for report in EVENT.findall(gzip.decompress(packed)):
                    events[report.decode()] = events.get(report.decode(), 0) + 1
    with closing(sqlite3.connect(project / "payloads.sqlite")) as database:
        rows = database.execute("SELECT report_id, compressed, bytes FROM payload")
        payloads = {report: gzip.decompress(data) if compressed else data for report, compressed, data in rows}
    return events, payloads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spoor", required=True)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = parser.parse_args()
    choice = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="spoor-packet-kill-") as folder:
        key = None
        if shutil.which("openssl"):
            subprocess.run([options.spoor, "keys", "create", "--kind", "shared", "--id", "k1", "--data", folder,
                            "--project", "kill"], check=True, capture_output=True)
            key = base64.b64decode(json.loads(Path(folder, "keys/kill/k1.key").read_text())["key"])
        collector, stop = Collector(options.spoor, folder), threading.Event()
        collector.start()
        senders = [Sender(number, collector.port, options.seed, key, stop) for number in range(SENDERS)]
        try:
            for sender in senders:
                sender.start()
            for _ in range(options.rounds):
                time.sleep(choice.uniform(0.05, 0.8))
                collector.end(signal.SIGKILL)
                collector.start()
            time.sleep(0.5)
            stop.set()
            for sender in senders:
                sender.join(120)
            collector.end(signal.SIGTERM)
        finally:
            if collector.process.poll() is None:
                collector.process.kill()
        problems = [problem for sender in senders for problem in sender.problems]
        acknowledged = {report: data for sender in senders for report, data in sender.acknowledged.items()}
        events, payloads = stored(folder)
        for report, data in acknowledged.items():
            if events.get(report) != 1:
                problems.append(f"{report} was answered, and its event is there {events.get(report, 0)} times")
            if payloads.get(report) != data:
                problems.append(f"{report} was answered, and its payload is {'another' if report in payloads else 'gone'}")
        problems += [f"{report} is an event without its payload" for report in events if report not in payloads]
        if len(acknowledged) < MIN_ACKNOWLEDGED:
            problems.append(f"only {len(acknowledged)} reports were answered, which proves too little")
    for problem in problems[:20]:
        print(f"packet kill test: {problem}", file=sys.stderr)
    again = sum(sender.again for sender in senders)
    print(f"packet kill test (seed {options.seed}): {options.rounds} kills, {len(acknowledged)} reports answered, "
          f"{again} requests repeated, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
