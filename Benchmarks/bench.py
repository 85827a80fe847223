"""One table of bgtop beside its peers, measured in one run.

usage: bench.py BGTOP MICRO [--json FILE]

Each figure is a median with the lowest and the highest of its runs. What runs beside a peer runs in turn with it, so that
a busy moment meets both. A peer that is not installed is left out, and the table says so. Growth is the exponent of a
power fitted over four sizes: 1 means that twice the input takes twice the time.
"""
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import logs
import terminal

bgtop, micro = sys.argv[1:3]
rows, missing = [], []


def add(what, unit, own, peers=(), better="less"):
    """Keeps a figure; each peer is a name and its runs."""
    rows.append(
        {
            "what": what, "unit": unit, "better": better, "own": sorted(own),
            "peers": [{"name": name, "runs": sorted(runs)} for name, runs in peers],
        })
    show(rows[-1])


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def show(row):
    own = statistics.median(row["own"])
    line = f"{row['what']:44}{figure(own):>12} {row['unit']:8}"
    line += f"{figure(row['own'][0]):>12} to {figure(row['own'][-1]):12}"
    for peer in row["peers"]:
        line += f"  {own / statistics.median(peer['runs']):6.2f} of {peer['name']}"
    print(line, flush=True)


def installed(*names):
    found = [name for name in names if shutil.which(name)]
    missing.extend(name for name in names if name not in found and name not in missing)
    return found


def seconds(command):
    return logs.run(command)[0]


def in_turn(commands, rounds):
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(seconds(command))
    return runs


def slope(sizes, times):
    """The exponent of the power that fits best."""
    points = [(math.log(size), math.log(seconds)) for size, seconds in zip(sizes, times)]
    mean = [sum(column) / len(points) for column in zip(*points)]
    return sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points)


def growth(what, sizes, command):
    """How time grows with a size; the command is given the size, and the smallest run of three counts."""
    times = [min(seconds(command(size)) for _ in range(3)) for size in sizes]
    add(f"growth: {what}", "power", [slope(sizes, times)])


def on_terminal():
    programs = {"bgtop": bgtop, **{name: name for name in installed("btop", "htop")}}
    paints = terminal.first_paints(programs)
    add("first screen, 160 x 48", "ms", paints.pop("bgtop"), paints.items())
    keys = {name: terminal.keys(name, command) for name, command in programs.items()}
    add("key to repaint, 120 x 40", "ms", keys.pop("bgtop"), keys.items())


def on_logs(folder):
    path = os.path.join(folder, "device.log")
    for records, noise, style in ((500_000, 0.5, "default"), (500_000, 0.95, "default"), (200_000, 0.5, "ndjson")):
        logs.write_log(path, records, noise, style)
        commands = {"bgtop": [bgtop, "import", "--summary-json", "-", path], "grep -c": ["grep", "-c", "dasd", path]}
        # Without its printing, which is most of its time.
        for name in installed("lnav"):
            commands[name] = [name, "-n", "-q", path]
        runs = in_turn(commands, 5)
        size = os.path.getsize(path) / 1e6
        add(f"log, {size:.0f} MB {style}, {noise:.0%} noise", "s", runs.pop("bgtop"), runs.items())
    trace = os.path.join(folder, "trace.jsonl")
    commands = {"bgtop": [bgtop, "import", path, "-o", trace]}
    for name in installed("lnav"):
        commands[name] = [name, "-n", "-q", path]
    runs = in_turn(commands, 3)
    add("the last of them, written as a trace", "s", runs.pop("bgtop"), runs.items())
    sizes = (50_000, 100_000, 200_000, 400_000)
    for records in sizes:
        logs.write_log(f"{path}.{records}", records, 0.5, "default")
    growth("reading a log", sizes, lambda size: [bgtop, "import", "--summary-json", "-", f"{path}.{size}"])


def inside():
    """What one process measures of itself, several times."""
    parts = ["engine", "heap", "traces"]
    found = {}
    for _ in range(5):
        text = subprocess.run([micro, *parts], capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            name, _, value = line.partition(": ")
            try:
                found.setdefault(name, []).append(float(value.split()[0]))
            except (ValueError, IndexError):
                continue
    peers = {}
    try:
        import simpy_engine
        peers = {clocks: [simpy_engine.best(clocks) for _ in range(3)] for clocks in (10, 100, 1_000)}
    except ImportError:
        missing.append("simpy")
    for clocks in (10, 100, 1_000):
        beside = [("a bare heap", found[f"bare heap, {clocks} clocks, events per second"])]
        if peers:
            beside.append(("SimPy", peers[clocks]))
        add(f"engine, {clocks} clocks", "events/s", found[f"engine, {clocks} clocks, events per second"], beside, "more")
    for what in ("reading", "writing"):
        beside = [("SimPy, 100 clocks", peers[100])] if peers else []
        add(f"{what} a trace", "events/s", found[f"{what} a trace, events per second"], beside, "more")


def simulations(folder):
    days = (30, 60, 120, 240)
    growth("simulating days", days, lambda count: [bgtop, "run", "day", "--until", f"{count}d"])
    for count in days:
        subprocess.run([bgtop, "run", "day", "--until", f"{count}d", "--trace", f"{folder}/{count}.jsonl"], check=True,
                       stdout=subprocess.DEVNULL)
    growth("opening a trace", days, lambda count: [bgtop, "shot", f"{folder}/{count}.jsonl"])


on_terminal()
with tempfile.TemporaryDirectory() as folder:
    on_logs(folder)
    simulations(folder)
inside()
for name in missing:
    print(f"{name} is not installed: no comparison with it")
if "--json" in sys.argv:
    with open(sys.argv[sys.argv.index("--json") + 1], "w") as out:
        json.dump(
            {
                "date": time.strftime("%Y-%m-%d", time.gmtime()), "system": platform.system(),
                "machine": platform.machine(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1),
                "missing": missing, "rows": rows,
            }, out, indent=1)
        out.write("\n")
