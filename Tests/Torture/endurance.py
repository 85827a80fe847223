#!/usr/bin/env python3
"""Uses the dashboard for a long time: random keys, the top speed, and a followed log that grows, rotates and vanishes.

usage: endurance.py PROGRAM [--minutes N] [--seed N]

Each part takes as many minutes. Memory must not grow beyond what the trace needs (a line fitted over samples of the second
half), and every key must be answered within 50 ms of the program's own processor time; how long it took on the clock is
told besides, since that depends on what else the machine does.
"""
import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crash import line, log
from screen import Screen

KEYS = [
    b"\x1b[A", b"\x1b[B", b"\t", b"\r", b"\x1b", b" ", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"+", b"-", b"z", b"?",
    b"l", b"x", b"s", b"t", b"p", b"c", b"i", b"f", b"n", b"b", b"m", b"[", b"]", b",", b".", b"e", b"E", b"R", b"V", b"/news\r",
    b"&kind=refresh\r", b"&\r", b":view log\r", b":goto -1h\r", b":speed 60\r", b"\x1b[<0;20;9M\x1b[<0;20;9m",
    b"\x1b[<64;50;20M", b"\x1b[200~paste\x1b[201~", b"L", b"o", b"S\x1b"[:1], b"\x1a", b"\x19",
]
VIEWS = {b"%d" % number for number in range(1, 9)}
# What a key may take, and what memory may grow by in an hour.
KEY_SECONDS, GROWTH = 0.05, 32 << 20


def slope(samples):
    """Bytes an hour: the line that fits the second half best."""
    half = samples[len(samples) // 2:]
    xs, ys = [x for x, _ in half], [y for _, y in half]
    if len(half) < 3:
        return 0.0
    return statistics.linear_regression(xs, ys).slope * 3_600


class Part:
    def __init__(self, name, screen):
        self.name, self.screen = name, screen
        self.samples, self.waits, self.cpu, self.keys = [], [], [], []
        self.begun = self.sampled = time.monotonic()

    def key(self, keys):
        before, start = self.screen.cpu(), time.monotonic()
        self.screen.type(keys)
        self.screen.take(0.5, until=1)
        self.waits.append(time.monotonic() - start)
        self.screen.take(0.01)
        self.cpu.append(self.screen.cpu() - before)
        self.keys.append(keys)

    def slow_keys(self):
        """Which keys took too long, with their processor time, the view they were typed in, and the keys before."""
        view = b"1"
        for place, (keys, seconds) in enumerate(zip(self.keys, self.cpu)):
            if seconds > KEY_SECONDS + 0.02:
                yield view, keys, seconds, self.keys[max(0, place - 4):place]
            if keys in VIEWS:
                view = keys

    def sample(self):
        now = time.monotonic()
        if now - self.sampled >= 0.5:
            self.sampled = now
            self.samples.append((now - self.begun, self.screen.memory()))

    def report(self, grows_at_most=GROWTH):
        running = self.screen.is_running()
        growth = slope(self.samples)
        print(f"{self.name}: {time.monotonic() - self.begun:.0f} s, "
              f"{self.samples[0][1] >> 20} to {self.samples[-1][1] >> 20} MiB, {growth / (1 << 20):+.1f} MiB an hour", end="")
        slow = 0
        if self.waits:
            ordered = sorted(self.waits)
            slow = sum(one > KEY_SECONDS + 0.02 for one in self.cpu)  # clock ticks are 10 ms
            print(f"; {len(ordered)} keys, median {ordered[len(ordered) // 2] * 1e3:.1f} ms, "
                  f"slowest {ordered[-1] * 1e3:.0f} ms, {slow} took more than 50 ms of processor time", end="")
        print("" if running else "; ENDED BY ITSELF", flush=True)
        for view, keys, seconds, before in self.slow_keys():
            print(f"  {seconds * 1e3:.0f} ms: {keys!r} in view {view.decode()}, after {b' '.join(before)!r}")
        self.screen.kill()
        return running and growth <= grows_at_most and slow == 0


def random_keys(program, folder, seconds, draw):
    screen = Screen([str(program), "day"], folder=folder)
    screen.take(2, until=2_000)
    part, end = Part("random keys", screen), time.monotonic() + seconds
    while time.monotonic() < end and screen.is_running():
        keys = draw.choice(KEYS)
        if keys == b"S":
            continue
        part.key(keys)
        if draw.random() < 0.01:
            screen.resize(draw.randrange(1, 220), draw.randrange(1, 70))
        part.sample()
    # Keys open branches and let time run: the trace grows with them.
    return part.report(grows_at_most=2 << 30)


def top_speed(program, folder, seconds, draw):
    screen = Screen([str(program), "day", "--speed", "100000"], folder=folder)
    screen.take(2, until=2_000)
    part, end = Part("top speed", screen), time.monotonic() + seconds
    while time.monotonic() < end and screen.is_running():
        screen.take(0.2)
        part.key(b"\x1b[B" if draw.random() < 0.5 else b"\x1b[A")
        part.sample()
    return part.report()


def followed_log(program, folder, seconds, draw):
    path = Path(folder) / "g.log"
    path.write_text(log(5))
    screen = Screen([str(program), "--follow", "g.log"], folder=folder)
    screen.take(2, until=2_000)
    part, end, number = Part("followed log", screen), time.monotonic() + seconds, 5
    while time.monotonic() < end and screen.is_running():
        with open(path, "a") as out:
            for _ in range(draw.randrange(1, 20)):
                # The same few tasks: what grows is what is remembered of the log.
                out.write(line(number).replace(f"example.t{number}", f"example.t{number % 40}"))
                number += 1
        chance = draw.random()
        if chance < 0.01:
            path.rename(folder + "/g.log.1")
        elif chance < 0.02:
            path.unlink(missing_ok=True)
        elif chance < 0.03:
            os.truncate(path, 0)
        screen.take(0.05)
        part.key(draw.choice([b"\x1b[B", b"\x1b[A", b"4", b"1", b"2"]))
        part.sample()
    # A line of the log is an event of the trace.
    return part.report(grows_at_most=1 << 30)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: Path(path).resolve())
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", default="random_keys,top_speed,followed_log")
    options = parser.parse_args()
    os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
    good = True
    for name in options.parts.split(","):
        with tempfile.TemporaryDirectory() as folder:
            good = globals()[name](options.program, folder, options.minutes * 60, random.Random(options.seed)) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
