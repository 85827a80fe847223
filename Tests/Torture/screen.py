"""A program on a pseudo-terminal."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time


class Screen:
    def __init__(self, command, columns=120, rows=40, folder=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            if folder:
                os.chdir(folder)
            os.execvp(command[0], command)
        self.resize(columns, rows)
        os.set_blocking(self.fd, False)
        self.ended = None

    def resize(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def take(self, seconds, until=None):
        """Reads for a time, or until so many bytes have come; returns how many came."""
        end, count = time.monotonic() + seconds, 0
        while (left := end - time.monotonic()) > 0 and (until is None or count < until):
            if not select.select([self.fd], [], [], left)[0]:
                break
            try:
                piece = os.read(self.fd, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            count += len(piece)
        return count

    def type(self, keys):
        """Types; what a full terminal does not take is dropped, as a person would drop it."""
        try:
            os.write(self.fd, keys)
        except (BlockingIOError, OSError):
            pass

    def is_running(self):
        if self.ended is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.ended = status
        return self.ended is None

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self, number=signal.SIGKILL):
        if self.is_running():
            os.kill(self.pid, number)
            self.ended = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
