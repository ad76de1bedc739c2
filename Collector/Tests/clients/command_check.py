#!/usr/bin/env python3
"""Runs the built command as a person does, and checks that no row of a file gets lost without a word.

usage: command_check.py SPOOR
  SPOOR   the built command
"""
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS = {
    "a.csv": ["ann,catalog,2026-11-01 10:00:00", "ann,cart,2026-11-01 10:01:00", "bob,catalog,2026-11-01 11:00:00"],
    # The same visitors, and other events at the same places.
    "b.csv": ["ann,payment_done,2026-11-08 10:00:00", "ann,catalog,2026-11-08 10:01:00", "bob,cart,2026-11-08 11:00:00"],
    "bad.csv": ["ann,view item,2026-11-01 10:00:00", "ann,2cool,2026-11-01 10:00:00", "ann,ok,2026-11-01 10:00:00"],
    # A folder's name has at most 255 bytes, and an id may be longer once it is written in plain characters.
    "long.csv": ["東" * 100 + ",ok,2026-11-01 10:00:00"],
    "too-long.csv": ["x" * 9000 + ",ok,2026-11-01 10:00:00", "bob,ok,2026-11-01 10:00:00"],
    # One visitor's journal takes several files for them.
    "busy.csv": [f"ann,catalog,2026-11-01 10:{n // 60:02}:{n % 60:02}" for n in range(1000)],
    "many.csv": [f"user{n % 2000},catalog,2026-11-01 10:{n // 60 % 60:02}:{n % 60:02}" for n in range(6000)],
}


class Check:
    def __init__(self, spoor, folder):
        self.spoor = str(Path(spoor).resolve())
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.temporary)}
        self.count = 0
        self.faults = []
        for name, rows in ROWS.items():
            (folder / name).write_text("\n".join(["user_id,event,timestamp"] + rows) + "\n")

    def that(self, holds, sentence, detail=""):
        self.count += 1
        if not holds:
            self.faults.append(f"{sentence}\n{detail}".strip())

    def start(self, *arguments, **environment):
        return subprocess.Popen([self.spoor, *map(str, arguments)], cwd=self.folder, env=self.environment | environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, *arguments, **environment):
        process = self.start(*arguments, **environment)
        text = process.communicate(timeout=300)[0]
        return process.returncode, text

    def left(self):
        return sorted(path.name for path in self.temporary.iterdir() if path.name.startswith("spoor-"))

    def replays(self, server):
        """The same file is known the second time, another file of the same visitors never."""
        for name, known in [("a.csv", 0), ("b.csv", 0), ("a.csv", 3), ("b.csv", 3), ("long.csv", 0)]:
            code, text = self.run("replay", name, "--server", server, "--project", "replays")
            self.that(code == 0 and f" {known} known before, 0 rejected" in text, f"replay of {name}", text)
        # Rows that a file has grown by at its end.
        grown = "\n".join(["user_id,event,timestamp"] + ROWS["a.csv"] + ["bob,cart,2026-11-02 11:00:00"]) + "\n"
        for text, known in [((self.folder / "a.csv").read_text(), 0), (grown, 3)]:
            (self.folder / "grown.csv").write_text(text)
            code, text = self.run("replay", "grown.csv", "--server", server, "--project", "grown", "--same", "visitor")
            self.that(code == 0 and f" {known} known before" in text, "replay of a file that has grown", text)
        code, text = self.run("replay", "bad.csv", "--server", server, "--project", "bad")
        self.that(code == 1 and "2 dropped" in text and "The name '2cool' begins with a digit" in text
                  and text.count("error: ") == 1, "replay of a file with bad names", text)
        code, text = self.run("replay", "too-long.csv", "--server", server, "--project", "bad")
        self.that(code == 1 and "1 events tracked, 1 dropped" in text and "The user_id is none that the SDK takes" in text,
                  "replay of a visitor with an id that is too long", text)
        self.that(self.left() == [], "replays clean up", str(self.left()))

    def poor_disk(self, server):
        """What had to wait for a slow disk was kept all the same; what a full one had no room for is counted."""
        library = self.folder / "poor_disk.so"
        source = Path(__file__).with_name("poor_disk.c")
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source], check=True)
        for name, poverty in [("slow", {"POOR_DISK_DELAY_MS": "40"}), ("full", {"POOR_DISK_ROOM": "600000"})]:
            # Only what records is poor: a full disk would hold up the upload as well.
            words = ["replay", "busy.csv", "--server", server, "--project", name, "--queues", f"{name}/queues", "--stage"]
            self.run(*words, "record", "--figures", f"{name}.json", LD_PRELOAD=str(library), **poverty)
            figures = json.loads((self.folder / f"{name}.json").read_text())
            tracked, dropped = figures["tracked"], figures["dropped"]
            code, text = self.run(*words, "upload")
            self.that(tracked + dropped == 1000 and code == 0 and f" {tracked} uploaded" in text,
                      f"a {name} disk: each row is counted for what became of it", f"{figures} {text}")
            self.that(dropped == 0 if name == "slow" else 0 < dropped < 1000,
                      f"a {name} disk: what has no room is lost, and nothing else", str(figures))

    def demo(self):
        """What the SDK drops is lost, and the figures are shown before anything is cleaned up."""
        for name, code, lost in [("bad.csv", 1, 2), ("a.csv", 0, 0)]:
            got, text = self.run("demo", "--once", "--port", 0, "--csv", name, "--data", f"data-{name}", "--figures", "f.json")
            figures = json.loads((self.folder / "f.json").read_text())
            self.that((got, figures["rows"], figures["lost"]) == (code, 3, lost), f"demo of {name}", f"{got} {text}")
            self.that(len(figures["reasons"]) == lost, f"reasons of {name}", str(figures["reasons"]))
            self.that(-1 < text.find("\nlost ") < text.find("Removing the queues"), "the table comes first", text)
        self.that("Not taken by the SDK" not in text, "nothing to explain", text)
        self.that(self.left() == [], "the demo cleans up", str(self.left()))

    def interrupted_demo(self, number):
        process = self.start("demo", "--once", "--port", 0, "--csv", "many.csv", "--data", f"data-{number}")
        self.that(self.waits(lambda: any(self.temporary.glob("spoor-demo-*/queues/*"))), "the demo begins")
        process.send_signal(number)
        text = process.communicate(timeout=60)[0]
        self.that(process.returncode == 1 and "Interrupted" in text, f"demo ended by signal {number}", text)
        self.that(self.left() == [], f"demo ended by signal {number} cleans up", str(self.left()))

    def interrupted_replay(self, server):
        """Queues that are not on the collector stay, and the line that is printed uploads them."""
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = f"http://127.0.0.1:{silent.getsockname()[1]}"
            process = self.start("replay", "a.csv", "--server", address, "--project", "later")
            self.that(self.waits(lambda: any(self.temporary.glob("spoor-replay-*/record.json"))), "the replay records")
            silent.accept()
            process.terminate()
            text = process.communicate(timeout=60)[0]
        line = re.search(r"go on by '(spoor .*)'\.", text)
        self.that(process.returncode == 1 and line is not None, "an interrupted replay says how to go on", text)
        self.that(len(self.left()) == 1, "an interrupted replay keeps its queues", str(self.left()))
        if line:
            words = shlex.split(line.group(1).replace(address, server))[1:]
            code, text = self.run(*words)
            self.that(code == 0 and "3 uploaded" in text and "0 known before" in text, "the line uploads the rest", text)

    def damaged_payloads(self):
        """A file that is put aside is said by whoever puts it aside."""
        project = self.folder / "damaged" / "projects" / "shop"
        project.mkdir(parents=True)
        (project / "payloads.sqlite").write_bytes(b"\7" * 40_000)
        process = self.start("serve", "--data", "damaged", "--port", 0)
        # It listens once all projects are open.
        lines = []
        while not any("listens on" in line for line in lines):
            lines.append(process.stdout.readline())
            if not lines[-1]:
                break
        process.terminate()
        text = "".join(lines) + process.communicate(timeout=60)[0]
        self.that((project / "payloads.corrupt-1").exists(), "damaged payloads are put aside", text)
        self.that("The payloads of project 'shop' cannot be read" in text and "payloads.corrupt-1'" in text,
                  "what is put aside is said", text)

    @staticmethod
    def waits(condition):
        for _ in range(600):
            if condition():
                return True
            time.sleep(0.05)
        return False


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        check = Check(sys.argv[1], Path(name))
        server = check.start("serve", "--data", "data", "--port", 0)
        try:
            address = re.search(r"http://[^ ,]*", server.stdout.readline()).group()
            check.replays(address)
            check.poor_disk(address)
            check.demo()
            for number in (signal.SIGINT, signal.SIGTERM):
                check.interrupted_demo(number)
            check.interrupted_replay(address)
            check.damaged_payloads()
        finally:
            server.terminate()
            server.communicate()
    for fault in check.faults[:20]:
        print(f"not so: {fault}", file=sys.stderr)
    print(f"command: {check.count} promises checked, {len(check.faults)} broken")
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
