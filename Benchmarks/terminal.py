"""Full-screen programs from outside, through a pseudo-terminal: first paint, and from a key to the repaint."""
import fcntl
import os
import pty
import select
import struct
import termios
import time

ROUNDS = 15
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


# A clock that ticks on the screen would be taken for the answer to a key.
PAUSE = {"bgtop": b" ", "htop": b"Z"}


def first_paints(programs):
    """Milliseconds to the first screen of 160 x 48, in turn, so that a busy moment meets all of them."""
    found = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, command in programs.items():
            screen = Screen(command, 160, 48)
            found[name].append(screen.first_paint())
            screen.close()
    return found


def keys(name, command):
    """Milliseconds from a cursor key to the first output, at 120 x 40."""
    screen = Screen(command, 120, 40)
    screen.take(1)
    if name in PAUSE:
        os.write(screen.fd, PAUSE[name])
        screen.take(0.3)
    found = []
    for index in range(KEYS):
        time.sleep(0.01)
        if (one := screen.key([b"\x1bOB", b"\x1bOA"][index % 2])) is not None:
            found.append(one[0])
    screen.close()
    return found
