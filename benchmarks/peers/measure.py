"""Measure a command: seconds by the clock, seconds of processors, and memory of all its processes."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

SAMPLE = 0.2
"""Seconds between two looks at the memory: what is held for less than that may be missed."""
MIB = 1 << 20
LIMIT = 3600
"""Seconds that a command may take."""


@dataclass
class Cost:
    """Attributes:
    wall: seconds from the start of the process to its end.
    cpu: processor seconds of it and of all processes below it, user and system.
    server: processor seconds of the Postgres server meanwhile.
    pss: most memory at a time in MiB, what processes share counted once.
    rss: the same with what processes share counted for each.
    code: exit code.
    out: standard output.
    """

    wall: float
    cpu: float
    server: float
    pss: float
    rss: float
    code: int
    out: str


class Memory(threading.Thread):
    """Look at the memory of a process and of all below it until told to stop."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.process = psutil.Process(pid)
        self.done = threading.Event()
        self.pss = self.rss = 0

    def run(self) -> None:
        """See :class:`threading.Thread`."""
        while not self.done.wait(SAMPLE):
            with suppress(psutil.Error):
                self._look()

    def _look(self) -> None:
        pss = rss = 0
        for process in [self.process, *self.process.children(recursive=True)]:
            with suppress(psutil.Error):
                memory = process.memory_full_info()
                pss += memory.pss
                rss += memory.rss
        self.pss, self.rss = max(self.pss, pss), max(self.rss, rss)


def measured(
    command: Sequence[str],
    environment: Mapping[str, str],
    postmaster: psutil.Process,
    errors: Path,
    watch: Callable[["subprocess.Popen[str]"], None] = lambda child: None,
) -> Cost:
    """Run a command and measure it.

    Args:
        command: what to run, in a session of its own.
        environment: all of it.
        postmaster: the server whose time is counted too.
        errors: file for its standard error.
        watch: called once it runs; may kill it by :func:`kill`.

    Returns:
        What it cost; the exit code is not checked.
    """
    before = server_seconds(postmaster)
    with errors.open("w") as log:
        began = time.perf_counter()
        child = subprocess.Popen(
            command,
            env=dict(environment),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
            cwd="/",
        )
        memory = Memory(child.pid)
        memory.start()
        timer = threading.Timer(LIMIT, kill, [child])
        timer.start()
        watch(child)
        assert child.stdout
        out = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - began
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    memory.done.set()
    memory.join()
    return Cost(
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        server=server_seconds(postmaster) - before,
        pss=memory.pss / MIB,
        rss=memory.rss / MIB,
        code=child.returncode,
        out=out,
    )


def wait(child: "subprocess.Popen[str]", seconds: float) -> None:
    """Wait so long, or until the command ends; what it cost can still be asked for."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        time.sleep(0.01)


def kill(child: "subprocess.Popen[str]") -> None:
    """Kill a command and all processes below it, as when a machine is switched off."""
    below: list[psutil.Process] = []
    with suppress(psutil.Error):
        below = psutil.Process(child.pid).children(recursive=True)
    with suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGKILL)
    for process in below:
        with suppress(psutil.Error):
            process.kill()


def server_seconds(postmaster: psutil.Process) -> float:
    """Return processor seconds of a Postgres server: those of sessions that have ended are its own by then."""
    total = 0.0
    for process in [postmaster, *postmaster.children()]:
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
            if process == postmaster:
                total += times.children_user + times.children_system
    return total
