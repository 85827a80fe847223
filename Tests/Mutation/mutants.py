#!/usr/bin/env python3
"""Breaks the package in many places, one at a time, and lists what no test notices.

usage: mutants.py [--count N] [--modules A,B] [--seed N] [--workers N] [--out FOLDER] [--again mutants.json]

All mutants are compiled into one copy of the package, in .build/mutants, where the environment variable BGTOP_MUTANT
switches one of them on. Sites that do not compile are dropped. Then every suite is run once to learn which mutants it
reaches; each mutant is run against the suites that reach it, until the first of them fails.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import package
from runner import Runner

ROOT = Path(__file__).resolve().parents[2]
# Optimized, because a simulated week takes ten times as long without; with all that debug builds check.
BUILD = ["swift", "build", "--build-tests", "-Xswiftc", "-O", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug"]


def build(copy):
    """Builds the tests; returns the compiler's errors, as pairs of a file and a line."""
    result = subprocess.run(BUILD, cwd=copy, capture_output=True, text=True)
    text = result.stdout + result.stderr
    (copy.parent / "build.log").write_text(text)
    if result.returncode == 0:
        return None
    # A message may come from the optimizer, which gives no line of its own sources.
    places = re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", text, re.M)
    return {(os.path.relpath(path, copy), int(line)) for path, line in places}


def drop(mutants, errors):
    """The mutants without those that the compiler complains about, or without the nearest ones above."""
    dropped = set()
    for file, line in errors:
        above = [one for one in mutants if one.file == file and one.line <= line]
        if not above:
            continue
        nearest = max(one.line for one in above)
        dropped |= {one.number for one in above if one.line == nearest}
    return [one for one in mutants if one.number not in dropped]


def build_all(copy, mutants):
    while True:
        package.write(ROOT, copy, mutants)
        start = time.time()
        errors = build(copy)
        if errors is None:
            return mutants
        left = drop(mutants, errors)
        print(f"{len(mutants) - len(left)} sites do not compile ({time.time() - start:.0f} s)", flush=True)
        if len(left) == len(mutants):
            sys.exit(f"the copy does not build; see {copy.parent / 'build.log'}")
        mutants = left


def report(mutants, results, reached, path):
    """Writes the results as JSON, and the survivors as a list for people."""
    rows = [dict(module=one.module, file=one.file, line=one.line, column=one.column, kind=one.kind, was=one.was, becomes=one.becomes,
                 result=results[one.number][0], by=results[one.number][1]) for one in mutants]
    path.with_suffix(".json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    lines = ["| module | mutants | found | share | not reached |", "| --- | ---: | ---: | ---: | ---: |"]
    for module in package.MODULES:
        own = [row for row in rows if row["module"] == module]
        found = sum(row["result"] != "survived" for row in own)
        unreached = sum(one.number not in reached for one in mutants if one.module == module)
        if own:
            lines.append(f"| `{module}` | {len(own)} | {found} | {100 * found / len(own):.1f}% | {unreached} |")
    lines.append("")
    for one in mutants:
        if results[one.number][0] == "survived":
            note = "" if one.number in reached else " (no test comes here)"
            lines.append(f"- `{one.file}:{one.line}`: `{one.words}`{note}")
    path.with_suffix(".md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--modules", default=",".join(package.MODULES))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--again", type=Path)
    parser.add_argument("--suites", default="")
    parser.add_argument("--out", type=Path, default=ROOT / ".build/mutants")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    copy = ROOT / ".build/mutants/package"

    if options.again:
        mutants = package.survivors(ROOT, json.loads(options.again.read_text()))
    else:
        mutants = package.sample(ROOT, options.modules.split(","), options.count, options.seed)
    print(f"{len(mutants)} sites", flush=True)
    mutants = build_all(copy, mutants)
    print(f"{len(mutants)} mutants compile", flush=True)
    runner = Runner(copy, options.suites)
    reach = runner.learn(len(mutants) and max(one.number for one in mutants) + 1)
    reached = set().union(*reach.values())
    results = runner.run_all([one.number for one in mutants], reach, options.workers)
    report(mutants, results, reached, options.out / "mutants")


if __name__ == "__main__":
    main()
