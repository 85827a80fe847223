#!/usr/bin/env python3
"""Kills the program at random moments while it writes, and looks at what is left.

usage: crash.py PROGRAM [--count N] [--seed N]

A file that is written whole is the old one or the new one. A recording can be read, and lacks no more than the last second.
What a killed process leaves beside its file is gone after the next write.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from screen import Screen

# A recording is synced every 0.9 s; the rest is what a loaded machine may take to notice a line and to write it.
MOST_LOST = 2.5
HEAD = "2026-06-01 09:{:02}:{:02}.{:06}+0200 0x1f2      Default     0x0                  120    0    dasd: "
LINE = "[com.apple.duetactivityscheduler:lifecycle] Submitted Activity: bgRefresh-com.example.t{}:{:06X} at priority 10!\n"


def log(count):
    return "".join(line(number) for number in range(count))


def line(number):
    second, micro = divmod(number * 20_000, 1_000_000)
    return HEAD.format(second // 60 % 60, second % 60, micro) + LINE.format(number, number & 0xFFFFFF)


class Case:
    """Something that is killed, in a folder of its own."""

    def __init__(self, program, folder, draw):
        self.program, self.folder, self.draw = program, folder, draw
        self.failures = []

    def expect(self, holds, words):
        if not holds:
            self.failures.append(f"{type(self).__name__}: {words}")

    def leftovers(self):
        return [name for name in os.listdir(self.folder) if name.endswith(".new")]


class Written(Case):
    """A headless command that writes a file."""

    def prepare(self):
        out = self.folder / "out"
        start = time.monotonic()
        subprocess.run(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        self.seconds = time.monotonic() - start
        self.new = out.read_bytes()

    def once(self):
        out = self.folder / "out"
        out.write_bytes(b"old\n")
        process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.draw.random() * self.seconds * 1.1)
        process.kill()
        process.wait()
        content = out.read_bytes()
        self.expect(content in (b"old\n", self.new), f"a part of {len(content)} bytes")
        self.expect(len(self.leftovers()) <= 1, f"left over: {self.leftovers()}")

    def finish(self):
        self.prepare()
        self.expect(self.leftovers() == [], f"left over after the next write: {self.leftovers()}")


class Run(Written):
    def command(self):
        return [self.program, "run", "day", "--until", "40d", "--trace", self.folder / "out"]


class Import(Written):
    def prepare(self):
        (self.folder / "x.log").write_text(log(30_000))
        super().prepare()

    def command(self):
        return [self.program, "import", self.folder / "x.log", "-o", self.folder / "out"]


class Write(Case):
    """`:write` in the dashboard, which replaces no file: there is a whole file or none."""

    def prepare(self):
        subprocess.run([self.program, "run", "day", "--until", "20d", "--trace", self.folder / "t.jsonl"],
                       stdout=subprocess.DEVNULL, check=True)
        screen = self.open()
        self.type(screen, "whole")
        end = time.monotonic() + 30
        while not (self.folder / "whole").exists() and time.monotonic() < end:
            screen.take(0.02)
        self.seconds = 0.3
        screen.kill()
        self.new = (self.folder / "whole").read_bytes()

    def open(self):
        screen = Screen([str(self.program), "t.jsonl"], folder=self.folder)
        # The first screen, and the rest of the file.
        screen.take(10, until=2_000)
        screen.take(0.5)
        return screen

    def type(self, screen, name):
        screen.type(f":write {name}\r".encode())

    def once(self):
        out = self.folder / "out"
        out.unlink(missing_ok=True)
        screen = self.open()
        self.type(screen, "out")
        screen.take(self.draw.random() * self.seconds)
        screen.kill()
        self.expect(not out.exists() or out.read_bytes() == self.new, "a part")

    def finish(self):
        pass


class Record(Case):
    """A recording of a log that grows."""
    lost = 0.0

    def prepare(self):
        pass

    def once(self):
        path, growing = self.folder / "t.jsonl", self.folder / "g.log"
        path.unlink(missing_ok=True)
        growing.write_text(log(5))
        screen = Screen([str(self.program), "--follow", "g.log", "--record", "t.jsonl"], folder=self.folder)
        screen.take(10, until=2_000)
        times, end = {}, time.monotonic() + 0.5 + self.draw.random() * 2.5
        number = 5
        with open(growing, "a") as out:
            while time.monotonic() < end:
                out.write(line(number))
                out.flush()
                times[number] = time.monotonic()
                number += 1
                screen.take(0.02)
        killed = time.monotonic()
        screen.kill()
        lines = path.read_bytes().split(b"\n")
        tasks = set()
        for index, text in enumerate(lines):
            try:
                tasks.add(json.loads(text).get("task"))
            except ValueError:
                self.expect(index == len(lines) - 1, f"line {index + 1} of {len(lines)} is torn")
        code = subprocess.run([self.program, "check", path], capture_output=True).returncode
        self.expect(code in (0, 1), f"the recording is refused: {code}")
        missing = [when for number, when in times.items() if f"com.example.t{number}" not in tasks]
        # The last record is complete only once another follows.
        lost = killed - min(missing[:-1], default=killed)
        Record.lost = max(Record.lost, lost)
        self.expect(lost <= MOST_LOST, f"{lost:.2f} s are lost")

    def finish(self):
        print(f"Record: at most {self.lost:.2f} s lost")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: Path(path).resolve())
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        for kind in (Run, Import, Write, Record):
            folder = Path(scratch) / kind.__name__
            folder.mkdir()
            case = kind(options.program, folder, draw)
            case.prepare()
            count = options.count // 4
            for _ in range(count):
                case.once()
            case.finish()
            print(f"{kind.__name__}: killed {count} times, {len(case.failures)} failures", flush=True)
            failures += case.failures
    print("\n".join(failures[:20]))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
