"""Read untrusted bytes within limits of memory and time: in a child process that can be ended without any loss.

A child is started when it is first needed, and does one job after another. It ends with its parent, or when it has had
no job for a minute. A child that needs too much, or dies, costs the file that it was at: another one goes on.
"""

import atexit
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from piperoll import child, settings
from piperoll.errors import PiperollError
from piperoll.model import DocumentError

SLOWEST = 100_000
"""Bytes that a second of a processor must suffice for, besides ``parse_seconds``: families read 2,000,000 and more."""
CLOCK = 6
"""Seconds that a child may be waited for, for each second of a processor that it may use: other work slows it down."""
SPACE = 64
"""Bytes of memory for each byte of a document, besides ``parse_memory``: real ones take up to 40."""
LARGEST = 16_000_000
"""Bytes up to which more of a file gives it more memory: documents are not larger, and archives are read as streams."""
START_SECONDS = 0.25
"""What the start of a child costs: so long another one is waited for that is soon free."""
PATIENCE_SECONDS = 120
"""How long a start may take on a machine that is busy with other things."""
CODES = frozenset({"parse_time", "parse_memory", "parse_crashed"})
"""Codes of the errors of files that needed too much."""
Work = Callable[..., Iterator[bytes]]
MAIN = "from piperoll.child import main; main()"


class Defect(Exception):
    """A function failed in a child as none should: the text has the class and the message of its error."""


class Limits(NamedTuple):
    """Limits of one job: seconds of a processor, and bytes of memory."""

    seconds: float
    memory: int

    @property
    def clock(self) -> float:
        """Return how many seconds each answer is waited for."""
        return CLOCK * self.seconds


def limits_for(size: int) -> Limits:
    """Return the limits for a file of ``size`` bytes."""
    known = settings.load()
    return Limits(known.parse_seconds + size / SLOWEST, known.parse_memory * 1_000_000 + SPACE * min(size, LARGEST))


def run(function: Work, *arguments: Any, size: int, file: BinaryIO | None = None) -> Iterator[bytes]:
    """Yield what a function yields in a child.

    Args:
        function: one of a module; the same arguments must give the same items.
        arguments: of the function; they must be able to be pickled.
        size: of what it reads, in bytes: it decides the limits.
        file: goes before the arguments. The child reads it through this process, so that it needs no rights on it.

    Raises:
        DocumentError: one that the function raised, or ``parse_time``, ``parse_memory`` or ``parse_crashed``.
        Defect: the function raised any other error.
        PiperollError: ``child_failed``.
    """
    job = child.Job(function, arguments, None if file is None else size, *limits_for(size))
    delivered, again = 0, False
    while True:
        at_work = _Child() if again else _take()
        first = not at_work.jobs
        if file is None:
            _soon_free.add(at_work)
        try:
            for number, item in enumerate(at_work.items(job, file)):
                if number == delivered:
                    delivered += 1
                    yield item
            return
        except DocumentError as error:
            # the jobs before may have filled its memory, or broken it: then a new child has another result
            if first or error.code not in ("parse_memory", "parse_crashed"):
                raise
            again = True
        finally:
            _give_back(at_work)


def warm() -> None:
    """Start a child, if there is none, for the work that is coming; it starts while other things are done."""
    if _idle.empty() and not _soon_free:
        _idle.put(_Child())


class _Child:
    """A child does jobs.

    Attributes:
        jobs: how many it has begun.
        clean: it has done its last job to the end, and can be given another one.
    """

    def __init__(self) -> None:
        self.jobs, self.clean = 0, True
        self.channel, theirs = socket.socketpair()
        alive, self.life = os.pipe()
        self.said = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the child)
        with closing(theirs), os.fdopen(alive, "rb"):
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", MAIN, str(theirs.fileno()), str(alive)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.said,
                pass_fds=[theirs.fileno(), alive],
                env=os.environ
                | {
                    "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
                    "ARROW_DEFAULT_MEMORY_POOL": "system",  # the others map far more than they use
                    "MALLOC_ARENA_MAX": "1",
                    "OMP_NUM_THREADS": "1",
                },
            )
        self.stream = self.channel.makefile("rb")

    def items(self, job: child.Job, file: BinaryIO | None) -> Iterator[bytes]:
        """Yield the items of a job; for errors see :func:`run`."""
        if not self.jobs:
            self._started()
        self.jobs += 1
        self.clean = False
        limits = Limits(job.seconds, job.memory)
        self.channel.settimeout(limits.clock)
        self._send(pickle.dumps(tuple(job)), limits)
        while True:
            kind, data = self._answer(limits)
            if kind == child.ITEM:
                yield data
            elif kind == child.READ and file is not None:
                self._send(_part(file, data), limits)
            else:
                self.clean = kind != child.MEMORY
                return _ended(kind, data, limits)

    def end(self) -> int:
        """End the process, and return its exit code: minus the signal that killed it."""
        self.process.kill()
        for held in (self.stream, self.channel, self.said):
            held.close()
        with suppress(OSError):
            os.close(self.life)
        self.life = -1
        return self.process.wait()

    def _send(self, data: bytes, limits: Limits) -> None:
        with self._watched(limits):
            self.channel.sendall(child.HEAD.pack(child.ITEM, len(data)))
            self.channel.sendall(data)

    def _answer(self, limits: Limits) -> tuple[bytes, bytes]:
        with self._watched(limits):
            kind, length = child.receive(self.stream)
            if length > limits.memory:
                raise _too_much_memory(limits)
            return kind, child.content(self.stream, length)

    @contextmanager
    def _watched(self, limits: Limits) -> Iterator[None]:
        """Raise what it means for the file if the child is silent too long, or dies."""
        try:
            yield
        except TimeoutError:
            raise _too_much_time(limits) from None
        except (EOFError, ConnectionError):
            raise self._death(limits) from None

    def _started(self) -> None:
        """Wait until the child has started.

        Raises:
            PiperollError: it has not.
        """
        self.channel.settimeout(PATIENCE_SECONDS)
        try:
            child.receive(self.stream)
        except (EOFError, ConnectionError, TimeoutError):
            self.process.kill()
            code = self.process.wait()
            self.said.seek(0)
            lines = self.said.read().decode(errors="replace").split("\n")
            last = next((line for line in reversed(lines) if line), "")
            raise _failed(f"it ended with code {code}. {last}") from None

    def _death(self, limits: Limits) -> DocumentError:
        """Return the error of a file at which the child died."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.end()
        if code == -signal.SIGPROF:
            return _too_much_time(limits)
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return DocumentError(
            "parse_crashed",
            f"The process that read it ended with {how}.",
            remedy="Report it with the file. Where memory is short, a system may kill processes.",
        )


def _part(file: BinaryIO, asked: bytes) -> bytes:
    """Return the bytes of a file that a child asks for; never more than it has a buffer for."""
    at, length = map(int, asked.split())
    file.seek(at)
    return file.read(min(length, child.BUFFER))


def _ended(kind: bytes, data: bytes, limits: Limits) -> None:
    """Raise the error that the last frame of a job tells; return if it tells none."""
    if kind == child.DONE:
        return
    if kind == child.MEMORY:
        raise _too_much_memory(limits)
    texts = [text.decode(errors="replace") for text in data.split(child.SEPARATOR)]
    if kind == child.REFUSED:
        raise child.Refusal(*[*texts, "", ""][:3]).error()
    if kind == child.UNUSABLE:
        raise _failed(f"it cannot read its job. {texts[0]}")
    raise Defect(texts[0])


def _too_much_time(limits: Limits) -> DocumentError:
    return DocumentError(
        "parse_time",
        f"Reading it takes over {limits.seconds:.3g} s of a processor, or {limits.clock:.3g} s of the clock.",
        remedy="If it is what it should be, raise PIPEROLL_PARSE_SECONDS.",
    )


def _too_much_memory(limits: Limits) -> DocumentError:
    return DocumentError(
        "parse_memory",
        f"Reading it takes over {limits.memory / 1e6:,.0f} MB of memory.",
        remedy="If it is what it should be, raise PIPEROLL_PARSE_MEMORY.",
    )


def _failed(how: str) -> PiperollError:
    return PiperollError(
        "child_failed",
        f"The process that reads files does not work: {how}",
        remedy="A profile must be a class of a module that Python finds, and able to be pickled.",
    )


_idle: "queue.LifoQueue[_Child]" = queue.LifoQueue()
_soon_free: set[_Child] = set()
"""Children at work on one document."""


def _take() -> _Child:
    """Return an idle child, or a new one where none is soon free."""
    try:
        taken = _idle.get(timeout=START_SECONDS) if _soon_free else _idle.get_nowait()
    except queue.Empty:
        taken = _Child()
    return taken


def _give_back(taken: _Child) -> None:
    """Keep a child for the next job, unless it is in the middle of one."""
    _soon_free.discard(taken)
    if taken.clean:
        _idle.put(taken)
    else:
        taken.end()


@atexit.register
def _end_idle() -> None:
    """End all children without a job."""
    with suppress(queue.Empty):
        while True:
            _idle.get_nowait().end()


def _forget() -> None:
    """Leave the children to the process that was forked: two that speak with one child would mix their jobs."""
    global _idle
    _idle = queue.LifoQueue()
    _soon_free.clear()


os.register_at_fork(after_in_child=_forget)
