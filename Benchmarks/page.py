"""Docs/Performance.md from the figures of bench.py.

usage: page.py FILE.json > Docs/Performance.md
"""
import json
import statistics
import sys

found = json.load(open(sys.argv[1]))


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


print("# Performance")
print()
print("This page is made by `Benchmarks/page.py` from the figures of one run of `make bench`; edit neither by hand.")
print()
print(
    f"Measured on {found['date']} on {found['system']} {found['machine']} with {found['cores']} cores, at a load average of"
    f" {found['load']}. Each")
print("figure is a median, with the lowest and the highest run. A ratio is bgtop's figure by the peer's: of times, below 1 is")
print("faster; of events per second, above 1. A growth of 1 means that twice the input takes twice the time.")
print()
print("| What | bgtop | Lowest to highest | Beside its peers |")
print("| --- | ---: | ---: | --- |")
for row in found["rows"]:
    own = statistics.median(row["own"])
    span = f"{figure(row['own'][0])} to {figure(row['own'][-1])}" if len(row["own"]) > 1 else ""
    peers = ", ".join(f"{own / statistics.median(peer['runs']):.2f} of {peer['name']}" for peer in row["peers"])
    print(f"| {row['what']} | {figure(own)} {row['unit']} | {span} | {peers} |")
print()
for name in found["missing"]:
    print(f"{name} was not installed.")
print("lnav reads a log into its index without printing; bgtop reads it into events and counts them. grep only counts lines.")
print("SimPy runs as many clocks in Python; the bare heap is the same work in Swift without anything around it.")
