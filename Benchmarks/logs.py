"""A large device log: bgtop's import beside lnav and grep, wall time and peak memory, in turn.

usage: logs.py BGTOP [PEER]     (a peer that is not installed is passed over)
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

RECORDS = 300_000
HEAD = "2026-03-15 {:02}:{:02}:{:02}.{:06}-0500 0x22b827   Default     0x0                  120    8    {}"


def write_log(path, noise):
    """A log in default style: scoring blocks, comparisons and life cycle of 40 tasks, and a share of other processes."""
    draw = random.Random(7)
    names = [f"bgProcessing-com.example.app{i}.task:{draw.randrange(1 << 24):06X}" for i in range(40)]
    time_us = 2 * 3600 * 10**6
    with open(path, "w") as out:
        for index in range(RECORDS):
            time_us += draw.randrange(1000, 90000)
            second, micro = divmod(time_us, 10**6)
            stamp = (second // 3600 % 24, second // 60 % 60, second % 60, micro)
            if draw.random() < noise:
                body = f"wifid: [com.apple.WiFiManager:] link quality -52 {index}"
            else:
                name, kind = draw.choice(names), draw.random()
                label = "dasd: [com.apple.duetactivityscheduler:scoring] "
                if kind < 0.8:
                    body = (
                        f"{label}{name}:[\n\t{{name: ChargerPluggedInPolicy, policyWeight: 20.000, response: "
                        "{Decision: Must Not Proceed, Score: 0.00, Rationale: [{pluggedIn == 0}]}}\n"
                        " ], FinalDecision: Must Not Proceed}"
                    )
                elif kind < 0.9:
                    body = f"{label}'{name}' CurrentScore: 0.5, ThresholdScore: 0.694377 DecisionToRun:0"
                else:
                    body = f"dasd: [com.apple.duetactivityscheduler:lifecycle] STARTING activity {name} <private>!"
            out.write(HEAD.format(*stamp, body) + "\n")


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def best(command):
    return min(run(command) for _ in range(3))


program, *peers = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    for noise in (0.5, 0.95):
        path = os.path.join(folder, "device.log")
        write_log(path, noise)
        size = os.path.getsize(path) / 1e6
        rows = [("bgtop shot", [program, "shot", path]), ("grep -c", ["grep", "-c", "dasd", path])]
        if peers and shutil.which(peers[0]):
            rows.insert(1, (peers[0], [peers[0], "-n", path]))
        elif peers:
            print(f"{peers[0]} is not installed: no comparison with it")
        print(f"{size:.0f} MB, {RECORDS:,} records, {noise:.0%} from other processes")
        for name, command in rows:
            seconds, memory = best(command)
            print(f"  {name:12}{seconds:7.2f} s {size / seconds:8.0f} MB/s {memory:8.0f} MiB")
