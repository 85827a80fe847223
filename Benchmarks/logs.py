"""Large device logs, made anew each time, and programs that read them."""
import json
import os
import random
import subprocess
import tempfile
import time

HEAD = "2026-03-15 {:02}:{:02}:{:02}.{:06}-0500 0x22b827   Default     0x0                  120    8    {}"
OTHERS = [
    ("kernel", "", "AppleH10CamIn::power_on_hardware"), ("SpringBoard", "com.apple.FrontBoard", "Request for open finished"),
    ("wifid", "com.apple.WiFiManager", "link quality -52"),
    ("runningboardd", "com.apple.runningboard", "Acquiring assertion targeting [xpcservice<com.apple.x>]"),
]
POLICIES = [
    ("DeviceActivityPolicy", 5, "Must Not Proceed", "0.00, Rationale: [{launchType == PROCESSING AND deviceActive == 1}]"),
    ("ChargerPluggedInPolicy", 10, "Can Proceed", "0.50, Rationale: "),
    ("BatteryLevelPolicy", 1, "Can Proceed", "0.{:02}, Rationale: [{{batteryLevel == {} AND pluggedIn == 0}}]"),
]


def scoring(draw, name):
    lines, denied = "", False
    for policy, weight, decision, rest in draw.sample(POLICIES, draw.randrange(1, 4)):
        rest = rest.format(draw.randrange(100), draw.randrange(12, 100)) if "{:02}" in rest else rest
        lines += f"\t{{name: {policy}, policyWeight: {weight:.3f}, response: {{Decision: {decision}, Score: {rest}}}}}\n"
        denied = denied or decision != "Can Proceed"
    tail = (
        " ], FinalDecision: Must Not Proceed}"
        if denied
        else " ] sumScores:43.121357, denominator:48.520000, FinalDecision: Can Proceed FinalScore: 0.888734}"
    )
    return f"{name}:[\n{lines}{tail}"


def write_log(path, records, noise, style):
    """Scoring blocks, comparisons and life cycle of 40 tasks, and a share of other processes."""
    draw = random.Random(7)
    names = [f"bgProcessing-com.example.app{i}.task:{draw.randrange(1 << 24):06X}" for i in range(40)]
    time_us = 2 * 3600 * 10**6
    with open(path, "w") as out:
        for index in range(records):
            time_us += draw.randrange(1000, 90000)
            second, micro = divmod(time_us, 10**6)
            stamp = (second // 3600 % 24, second // 60 % 60, second % 60, micro)
            process, system = "dasd", "com.apple.duetactivityscheduler"
            if draw.random() < noise:
                process, system, text = draw.choice(OTHERS)
                text += f" {index}"
            else:
                name, kind = draw.choice(names), draw.random()
                if kind < 0.7:
                    text = scoring(draw, name)
                elif kind < 0.8:
                    text = f"'{name}' CurrentScore: {draw.random():.6f}, ThresholdScore: 0.694377 DecisionToRun:0"
                else:
                    text = draw.choice(["STARTING activity {} <private>!", "COMPLETED {} at priority 10 <private>!"]).format(name)
            if style == "ndjson":
                fields = {
                    "timezoneName": "", "messageType": "Default", "eventType": "logEvent", "source": None,
                    "formatString": "%{public}@", "userID": 0, "activityIdentifier": 0, "subsystem": system, "category": "x",
                    "threadID": 2276944, "senderImageUUID": "00000000-0000-0000-0000-000000000000",
                    "backtrace": {"frames": [{"imageOffset": 1234, "imageUUID": "00000000-0000-0000-0000-000000000000"}]},
                    "bootUUID": "", "processImagePath": f"/usr/libexec/{process}",
                    "senderImagePath": f"/usr/libexec/{process}", "machTimestamp": time_us * 24,
                    "timestamp": "2026-03-15 {:02}:{:02}:{:02}.{:06}-0500".format(*stamp), "eventMessage": text,
                    "processImageUUID": "00000000-0000-0000-0000-000000000000", "traceID": 1 << 60, "processID": 120,
                    "senderProgramCounter": 1234, "parentActivityIdentifier": 0,
                }
                out.write(json.dumps(fields).replace("/", "\\/") + "\n")
            else:
                label = f"[{system}:x] " if system else ""
                out.write(HEAD.format(*stamp, f"{process}: {label}{text}") + "\n")


def run(command):
    # Not the null device: grep knows it, and stops at the first match.
    sink = tempfile.TemporaryFile()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss / 1024
