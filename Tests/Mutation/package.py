"""Makes a copy of the package in which every sampled site can be switched at run time."""
import os
import random
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from sites import sites

MODULES = ("TaskTrace", "SchedulerModel", "Diagnosis", "DeviceLogs")
COPIED = ("Sources", "Tests", "Themes", "Benchmarks", "Docs", "README.md", "Package.swift")
HERE = Path(__file__).parent


class Mutant(NamedTuple):
    number: int
    module: str
    file: str  # relative to the package
    line: int
    column: int
    kind: str
    start: int
    end: int
    was: str
    becomes: str
    template: str

    @property
    def words(self):
        return f"{self.was} → {self.becomes}" if "\n" not in self.was else f"{' '.join(self.was.split())} → …"


def sample(root, modules, count, seed):
    """As many mutants of each module as `count` has shares, always the same for a seed and a source."""
    mutants = []
    for module in modules:
        every = []
        for path in sorted((root / "Sources" / module).rglob("*.swift")):
            source = path.read_text()
            every += [(path, source, site) for site in sites(source)]
        # One generator per module: another choice of modules leaves the sample of each as it is.
        generator = random.Random(f"{seed} {module}")
        chosen = generator.sample(every, min(len(every), count // len(modules)))
        chosen.sort(key=lambda one: (str(one[0]), one[2].start, one[2].end))
        for path, source, site in chosen:
            becomes, template = generator.choice(site.choices)
            mutants.append(_mutant(len(mutants), module, str(path.relative_to(root)), source, site, becomes, template))
    return mutants


def _mutant(number, module, file, source, site, becomes, template):
    line, column = source.count("\n", 0, site.start) + 1, site.start - source.rfind("\n", 0, site.start)
    return Mutant(
        number, module, file, line, column, site.kind, site.start, site.end, site.was, becomes, template)


def survivors(root, rows):
    """The mutants that survived an earlier run, by its rows, as far as their places still have the same text."""
    mutants = []
    for row in rows:
        path = root / row["file"]
        if row["result"] != "survived" or not path.exists():
            continue
        source = path.read_text()
        for site in sites(source):
            for becomes, template in site.choices:
                mutant = _mutant(len(mutants), row["module"], row["file"], source, site, becomes, template)
                if all(getattr(mutant, key) == row[key] for key in ("line", "column", "kind", "was", "becomes")):
                    mutants.append(mutant)
    return mutants


def _operator(mutant):
    """The name of an operator of one mutant alone: the old one, and the number in arrows."""
    return mutant.was + "".join(chr(0x2190 + int(digit, 16)) for digit in f"{mutant.number:x}")


PRECEDENCE = {
    "Comparison": "< <= > >= == !=", "LogicalConjunction": "&&", "LogicalDisjunction": "||", "Addition": "+ - |",
    "Multiplication": "* / % &", "Assignment": "+= -=", "BitwiseShift": "<< >>", "RangeFormation": "..<",
}


def _declaration(mutant):
    """An operator of MutantSwitch for every type that has the old one."""
    name, number, was, new = _operator(mutant), mutant.number, mutant.was, mutant.becomes
    group = next(group for group, operators in PRECEDENCE.items() if was in operators.split())
    head = f"infix operator {name}: {group}Precedence\n"
    body = f"{{ bgm_is({number}) ? a {new} b : a {was} b }}"
    if group == "Comparison":
        bound = "Equatable" if was in "== !=" else "Comparable"
        return head + f"public func {name} <T: {bound}>(a: T, b: T) -> Bool {body}\n"
    if group.startswith("Logical"):
        body = f"{{ bgm_is({number}) ? try a {new} b() : try a {was} b() }}"
        return head + f"public func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {body}\n"
    if was in "+ -":
        return head + f"public func {name} <T: AdditiveArithmetic>(a: T, b: T) -> T {body}\n"
    if was in "| &":
        return head + f"public func {name} <T: FixedWidthInteger>(a: T, b: T) -> T {body}\n"
    if group == "Assignment":
        body = f"{{ if bgm_is({number}) {{ a {new} b }} else {{ a {was} b }} }}"
        return head + f"public func {name} <T: AdditiveArithmetic>(a: inout T, b: T) {body}\n"
    if group == "BitwiseShift":
        return head + f"public func {name} <T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> T {body}\n"
    if group == "RangeFormation":
        body = f"{{ bgm_is({number}) && a < b ? a..<b.advanced(by: -1) : a..<b }}"
        return head + f"public func {name} <T: Strideable>(a: T, b: T) -> Range<T> where T.Stride: SignedInteger {body}\n"
    text = head + f"public func {name} <T: BinaryInteger>(a: T, b: T) -> T {body}\n"
    if was != "%":
        text += f"public func {name} <T: FloatingPoint>(a: T, b: T) -> T {body}\n"
    return text


def _times(mutant):
    """The operator for the types of TaskTrace that are no numbers."""
    name, number, was, new = _operator(mutant), mutant.number, mutant.was, mutant.becomes
    body = f"{{ isMutant({number}) ? a {new} b : a {was} b }}"
    if was in ("+", "-"):
        text = f"public func {name} (a: TimeSpan, b: TimeSpan) -> TimeSpan {body}\n"
        text += f"public func {name} (a: Instant, b: TimeSpan) -> Instant {body}\n"
        if was == "-":
            text += f"public func {name} (a: Instant, b: Instant) -> TimeSpan {{ isMutant({number}) ? b - a : a - b }}\n"
        return text
    if was in ("*", "/"):
        return f"public func {name} (a: TimeSpan, b: Int64) -> TimeSpan {body}\n"
    if was in ("+=", "-="):
        new, was = new[0], was[0]
        return (
            f"public func {name} (a: inout TimeSpan, b: TimeSpan) {{ a = isMutant({number}) ? a {new} b : a {was} b }}\n"
            f"public func {name} (a: inout Instant, b: TimeSpan) {{ a = isMutant({number}) ? a {new} b : a {was} b }}\n")
    return ""


def _mutated(source, mutants):
    """A source with all of its mutants in it."""
    pieces = []  # of (place, order, text to remove, text to put in)
    for mutant in mutants:
        if mutant.template == "operator":
            pieces.append((mutant.start, 2, len(mutant.was), _operator(mutant)))
        elif mutant.kind == "condition":
            # Around what other mutants change within it.
            pieces.append((mutant.start, 1, 0, mutant.template % mutant.number))
            pieces.append((mutant.end, 0, 0, ")"))
        else:
            pieces.append((mutant.start, 2, len(mutant.was), mutant.template % mutant.number))
    for start, _, removed, text in sorted(pieces, reverse=True):
        source = source[:start] + text + source[start + removed:]
    # The line numbers of the compiler's messages stay those of the source.
    return "public import MutantSwitch; " + source


def _write(path, text):
    """Writes what is new, so that nothing else is built again."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _copy(source, target, passed_over):
    """Makes a file or a folder equal to another, but for paths that are written afterwards."""
    if source in passed_over or source.name in (".build", "__pycache__", "Mutation"):
        return
    if source.is_file():
        data = source.read_bytes()
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)
        return
    target.mkdir(parents=True, exist_ok=True)
    names = {path.name for path in source.iterdir()}
    for stale in target.iterdir():
        if stale.name not in names and "Mutant" not in stale.name:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
    for path in source.iterdir():
        _copy(path, target / path.name, passed_over)


def write(root, copy, mutants):
    """Writes the copy of the package with these mutants."""
    files = {}
    for mutant in mutants:
        files.setdefault(mutant.file, []).append(mutant)
    run = Path("Tests/CommandTests/Run.swift")
    passed_over = {root / file for file in files} | {root / run, root / "Package.swift"}
    for name in COPIED:
        _copy(root / name, copy / name, passed_over)
    for file, those in files.items():
        _write(copy / file, _mutated((root / file).read_text(), those))

    operators = [mutant for mutant in mutants if mutant.template == "operator"]
    base = "public import CMutantSwitch\n\n"
    _write(copy / "Sources/MutantSwitch/Operators.swift", base + "".join(map(_declaration, operators)))
    _write(copy / "Sources/MutantSwitch/Mutant.swift", base + (HERE / "Switch/Mutant.swift.txt").read_text())
    _write(copy / "Sources/TaskTrace/MutantTimes.swift",
           "public import MutantSwitch\n\n" + "".join(map(_times, operators)))
    for path in (HERE / "Switch/CMutantSwitch").rglob("*.[ch]"):
        _write(copy / "Sources/CMutantSwitch" / path.relative_to(HERE / "Switch/CMutantSwitch"), path.read_text())
    _write_manifest(root, copy)
    # The program that tests start is to have the same mutant.
    added = '"TERM": "xterm-256color"' + "".join(
        f', "{name}": ProcessInfo.processInfo.environment["{name}"] ?? ""'
        for name in ("BGTOP_MUTANT", "BGTOP_MUTANT_REACH"))
    _write(copy / run, (root / run).read_text().replace('"TERM": "xterm-256color"', added))


def _write_manifest(root, copy):
    text = (root / "Package.swift").read_text()
    # Mutants make warnings: what they compare with itself, what they leave unused.
    text = text.replace("  .treatAllWarnings(as: .error),\n", "  .unsafeFlags([\"-suppress-warnings\"]),\n")
    text = text.replace("  .strictMemorySafety(),\n", "")
    text = text.replace('pure("TaskTrace", ["CBytes"])', 'pure("TaskTrace", ["CBytes", "MutantSwitch"])')
    for module in MODULES[1:]:
        text = re.sub(rf'pure\("{module}", \[', f'pure("{module}", ["MutantSwitch", ', text)
    text = text.replace("  targets: [\n", '''  targets: [
    .target(name: "CMutantSwitch"),
    .target(name: "MutantSwitch", dependencies: ["CMutantSwitch"], swiftSettings: swiftSettings),
''', 1)
    _write(copy / "Package.swift", text)
