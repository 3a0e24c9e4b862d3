"""Do jobs in a process that may take only so much memory and time; :mod:`piperoll.bounded` starts it and talks to it.

Both sides send frames: a letter for the kind, the length, the content. A job comes as a pickle from the parent, which
is trusted. What goes back is bytes that the parent only reads as data, because what was parsed may have taken over the
process that parsed it.
"""

import errno
import fcntl
import io
import os
import pickle
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from piperoll.model import DocumentError

HEAD = struct.Struct(">cQ")
READY, ITEM, DONE, READ, REFUSED, DEFECT, MEMORY, UNUSABLE = (bytes([letter]) for letter in b"yidrexmu")
"""Kinds of frames from the child: it has started; an item of the result, and its end; a request for bytes of the file;
a DocumentError; any other error; too little memory; a job that cannot be read."""
SEPARATOR = b"\0"
"""Stands between the parts of a frame of text."""
IDLE_SECONDS = 60
"""A child without a job ends after so long: a process that lives for weeks keeps none between its runs."""
BUFFER = 1 << 18
"""Bytes of a file that are asked for at once: a request costs a tenth of a millisecond."""
GATHERED = 1 << 16
"""Bytes of small frames that go back in one piece."""


class Job(NamedTuple):
    """A job calls a function, which yields bytes, within limits.

    Attributes:
        function: found by its name, and so are the arguments.
        size: of the file that goes before the arguments, in bytes; None: there is none.
        seconds: of a processor.
        memory: bytes that it may write to, besides those of a child that has just started.
    """

    function: Callable[..., Iterator[bytes]]
    arguments: tuple[Any, ...]
    size: int | None
    seconds: float
    memory: int


class Refusal(NamedTuple):
    """A refusal is a DocumentError on its way to the parent."""

    code: str
    message: str
    remedy: str

    def error(self) -> DocumentError:
        """Return the error."""
        return DocumentError(self.code, self.message, remedy=self.remedy)


def receive(stream: BinaryIO) -> tuple[bytes, int]:
    """Return kind and length of the next frame.

    Raises:
        EOFError: the other side has ended.
    """
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        raise EOFError
    kind, length = HEAD.unpack(head)
    return kind, length


def content(stream: BinaryIO, length: int) -> bytes:
    """Return the content of a frame.

    Raises:
        EOFError: the other side has ended.
    """
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data


class File(io.RawIOBase):
    """A file lies with the parent, which is asked for its bytes."""

    def __init__(self, channel: socket.socket, stream: BinaryIO, size: int) -> None:
        self.channel, self.stream, self.size, self.at = channel, stream, size, 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, and return it."""
        at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        if at < 0:
            raise OSError(errno.EINVAL, "A place before the beginning.")
        self.at = at
        return at

    def tell(self) -> int:
        """Return the place."""
        return self.at

    def readinto(self, into: Any) -> int:
        """Read as many bytes as there is space for, and return how many came."""
        asked = b"%d %d" % (self.at, len(into))
        self.channel.sendall(HEAD.pack(READ, len(asked)) + asked)
        _, length = receive(self.stream)
        data = content(self.stream, length)
        into[: len(data)] = data
        self.at += len(data)
        return len(data)


def main() -> None:
    """Work on the jobs that come through the socket (first argument) until it, or the pipe (second), is closed."""
    channel, life = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told too, and says what happens
    with suppress(OSError):  # the kernel ends this process with its parent, whatever it does: its timers are the rest
        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    stream = channel.makefile("rb")
    channel.sendall(HEAD.pack(READY, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    held = _held()
    with suppress(EOFError, TimeoutError):  # the parent has ended, or has no job
        while True:
            channel.settimeout(IDLE_SECONDS)
            _, length = receive(stream)
            channel.settimeout(None)
            kind, *texts = _done(channel, stream, content(stream, length), held)
            told = SEPARATOR.join(text.encode("utf-8", "backslashreplace") for text in texts)
            channel.sendall(HEAD.pack(kind, len(told)) + told)
            if kind == MEMORY:
                return


def _done(channel: socket.socket, stream: BinaryIO, pickled: bytes, held: int) -> tuple[Any, ...]:
    """Run a job, send its items, and return how it ended, as kind and texts of the last frame."""
    try:
        job = Job(*pickle.loads(pickled))
    except Exception as error:
        return UNUSABLE, f"{type(error).__name__}: {error}"
    waiting, gathered = [], 0
    try:
        file = None if job.size is None else io.BufferedReader(File(channel, stream, job.size), BUFFER)
        _limit(job.seconds, held + job.memory)
        for item in job.function(*((file,) if file else ()), *job.arguments):
            waiting += [HEAD.pack(ITEM, len(item)), item]
            gathered += len(item)
            if gathered > GATHERED:
                channel.sendall(b"".join(waiting))
                waiting, gathered = [], 0
        channel.sendall(b"".join(waiting))
    except DocumentError as error:
        channel.sendall(b"".join(waiting))
        return REFUSED, *Refusal(error.code, error.message, error.remedy)
    except MemoryError:
        return (MEMORY,)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return (MEMORY,)
        channel.sendall(b"".join(waiting))
        return DEFECT, f"{type(error).__name__}: {error}"
    finally:
        _limit(0, resource.RLIM_INFINITY)
    return (DONE,)


def _limit(seconds: float, memory: int) -> None:
    """Let the kernel end this process after so many seconds of a processor (0: never), and give it so much memory."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    if sys.platform == "linux":  # elsewhere the limit is not kept
        resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.RLIM_INFINITY))


def _held() -> int:
    """Return how many bytes of memory this process may write to; 0 where that is not known."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    except OSError:
        return 0
