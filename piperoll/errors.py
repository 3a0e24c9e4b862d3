"""Define errors that a person can act on: each names what, where, and the remedy."""

import errno
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError


DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where a disk, a quota or a limit on files leaves no room."""


def first_invalid(error: "ValidationError") -> tuple[str, str]:
    """Return the field that a validation found wrong first, and what is wrong with it."""
    first = error.errors()[0]
    return ".".join(str(part) for part in first["loc"]), first["msg"]


class PiperollError(Exception):
    """A failure has a stable ``code``, a one-sentence message and what to do about it."""

    exit_code = 1

    def __init__(self, code: str, message: str, *, remedy: str, document: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.document = document

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how the error is made again in another process; by default only its message would come back."""
        remake = partial(type(self), remedy=self.remedy, document=self.document)
        return remake, (self.code, self.message)

    def to_json(self) -> dict[str, Any]:
        """Return the error as JSON takes it; :meth:`from_json` makes it again."""
        facts = {"code": self.code, "message": self.message, "remedy": self.remedy, "document": self.document}
        return {"kind": type(self).__name__, **facts}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "PiperollError":
        """Return the error that :meth:`to_json` told of."""
        kinds = {kind.__name__: kind for kind in (cls, *cls.__subclasses__())}
        return kinds[told["kind"]](told["code"], told["message"], remedy=told["remedy"], document=told["document"])


class UsageError(PiperollError):
    """The command or the settings are wrong; nothing was started."""

    exit_code = 2


class GateNotPassed(PiperollError):
    """A built edition is not published: it answers worse than the published one, or was not judged."""

    exit_code = 3
    verdict: Any = None
    """What was compared, a :class:`piperoll.evaluate.gates.Verdict`; known in the process that judged."""


class CorpusBusy(PiperollError):
    """Another run holds the corpus."""

    exit_code = 4
