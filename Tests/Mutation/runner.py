"""Runs the built tests against mutants."""
import os
import re
import resource
import select
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

# What tests the terminal, the system, and property lists asks little of the mutated modules, and much of the clock.
PASSED_OVER = ("TerminalTests", "PlatformTests", "ScreenTests", "PropertyListsTests")
# Suites up to so many seconds of processor time run together: a failing one is near.
BATCHES = (1, 4, float("inf"))
MEMORY = 6 << 30


class Runner:
    def __init__(self, copy, pattern=""):
        self.copy, self.pattern = copy, pattern
        self.bundle = str(next((copy / ".build/debug").glob("*.xctest")))
        self.seconds = {}

    def _suites(self):
        """The suites, as module and type; free functions go by their module and name."""
        text = subprocess.run([self.bundle, "--testing-library", "swift-testing", "--list-tests"], cwd=self.copy,
                              capture_output=True, text=True).stdout
        names = {line.split("/")[0] for line in text.splitlines() if "." in line}
        return sorted(name for name in names
                      if name.split(".")[0] not in PASSED_OVER and re.search(self.pattern, name))

    def _run(self, suites, environment, seconds):
        """Runs suites until one fails: the line of the first failure, or None."""
        pattern = "^(" + "|".join(suite.replace(".", "\\.").replace("(", "\\(").replace(")", "\\)") for suite in suites) + ")(/|$)"
        limit = int(seconds) + 1

        def restrain():
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(
            [self.bundle, "--testing-library", "swift-testing", "--filter", pattern], cwd=self.copy,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"} | environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=restrain)
        failure, text = None, b""
        # The limit counts processor time, so that a busy machine ends no run; this one is for what waits forever.
        end = time.monotonic() + 60 + 10 * limit
        try:
            while failure is None:
                left = end - time.monotonic()
                if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                    return "timeout"
                piece = os.read(process.stdout.fileno(), 1 << 16)
                if not piece:
                    break
                lines = (text + piece).split(b"\n")
                text = lines.pop()
                failure = next((line.decode(errors="replace") for line in lines
                                if b"recorded an issue" in line), None)
            if failure is None:
                code = process.wait()
                if code:
                    failure = f"ended with {code}" if code != -signal.SIGXCPU else "timeout"
            return failure
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            process.stdout.close()

    def learn(self, count):
        """Runs every suite without a mutant: which mutants each of them reaches. Notes the suites' processor time."""
        reach = {}
        for suite in self._suites():
            with tempfile.NamedTemporaryFile() as file:
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                failure = self._run([suite], {"BGTOP_MUTANT_REACH": file.name}, 3_000)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if failure:
                    print(f"{suite} fails without a mutant and is passed over: {failure}", flush=True)
                    continue
                self.seconds[suite] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                flags = open(file.name, "rb").read()
                reach[suite] = {number for number in range(min(count, len(flags))) if flags[number]}
        total = sum(self.seconds.values())
        print(f"{len(reach)} suites take {total:.0f} s of processor time", flush=True)
        return reach

    def _judge(self, number, reach):
        suites = sorted((suite for suite in reach if number in reach[suite]), key=self.seconds.get)
        low = 0
        for high in BATCHES:
            batch = [suite for suite in suites if low <= self.seconds[suite] < high]
            low = high
            if not batch:
                continue
            limit = 10 + 4 * sum(self.seconds[suite] for suite in batch)
            if failure := self._run(batch, {"BGTOP_MUTANT": str(number)}, limit):
                return ("timeout" if failure == "timeout" else "found"), failure
        return "survived", ""

    def run_all(self, numbers, reach, workers):
        results, done, lock = {}, 0, threading.Lock()

        def judge(number):
            nonlocal done
            result = self._judge(number, reach)
            with lock:
                results[number] = result
                done += 1
                if done % 20 == 0 or result[0] == "survived":
                    print(f"{done}/{len(numbers)}: mutant {number} {result[0]}", flush=True)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(judge, numbers))
        return results
