"""Full-screen programs from outside, in turn and in one run: first paint, key to repaint, bytes and writes.

usage: terminal.py PROGRAM [PEER ...]     (a peer that is not installed is passed over)
"""
import fcntl
import os
import pty
import select
import shutil
import statistics
import struct
import sys
import termios
import time

ROUNDS = 5
KEYS = 100


class Screen:
    def __init__(self, command, columns, rows):
        self.start = time.monotonic()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvp(command, [command])

    def take(self, seconds):
        """Reads for a time; gives the bytes and how often something came."""
        end, count, reads = time.monotonic() + seconds, 0, 0
        while (left := end - time.monotonic()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                try:
                    count += len(os.read(self.fd, 1 << 16))
                except OSError:
                    break
                reads += 1
        return count, reads

    def first_paint(self):
        """Milliseconds from the start to the end of the first burst of at least 1,000 bytes."""
        count, last = 0, self.start
        while time.monotonic() - self.start < 3:
            if not select.select([self.fd], [], [], 0.05)[0]:
                if count >= 1000:
                    break
                continue
            count += len(os.read(self.fd, 1 << 16))
            last = time.monotonic()
        return (last - self.start) * 1e3

    def key(self, keys):
        """Milliseconds from a key to the first output, the bytes of the repaint and its writes."""
        start = time.monotonic()
        os.write(self.fd, keys)
        if not select.select([self.fd], [], [], 1)[0]:
            return None
        latency = (time.monotonic() - start) * 1e3
        count, reads = self.take(0.006)
        return latency, count, reads

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def measure(command, pause):
    paints, keys, idle = [], [], []
    for _ in range(ROUNDS):
        screen = Screen(command, 160, 48)
        paints.append(screen.first_paint())
        screen.close()
    screen = Screen(command, 120, 40)
    screen.take(1)
    if pause:
        os.write(screen.fd, pause)
        screen.take(0.3)
    for index in range(KEYS):
        time.sleep(0.01)
        if (one := screen.key([b"\x1bOB", b"\x1bOA"][index % 2])) is not None:
            keys.append(one)
    idle = screen.take(3)[0] / 3
    screen.close()
    latency, count, reads = (statistics.median(column) for column in zip(*keys))
    return statistics.median(paints), latency, count, reads, idle


results = []
for program in sys.argv[1:]:
    if shutil.which(program) is None:
        print(f"{program} is not installed: no comparison with it")
        continue
    name = os.path.basename(program)
    results.append((name, *measure(program, {"bgtop": b" ", "htop": b"Z"}.get(name))))
print(f"{'':8}{'first paint ms':>16}{'key ms':>10}{'bytes':>8}{'writes':>8}{'idle B/s':>10}")
for name, *row in results:
    print(f"{name:8}{row[0]:16.1f}{row[1]:10.3f}{row[2]:8.0f}{row[3]:8.0f}{row[4]:10.0f}")
for name, *row in results[1:]:
    own = results[0]
    print(f"ratio to {name}: first paint {own[1] / row[0]:.2f}, key {own[2] / row[1]:.2f}")
