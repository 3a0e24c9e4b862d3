"""Load what other packages offer by an entry point."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

from piperoll.errors import PiperollError

REPAIR = "Repair or remove the package that provides it."


@contextmanager
def loading(entry: EntryPoint, kind: str, code: str) -> Iterator[None]:
    """Make any error of a ``with`` block one that names the package at fault.

    Args:
        entry: the entry point that the block loads.
        kind: what it offers, for messages, such as "Stage".
        code: of the error.

    Raises:
        PiperollError: the package does not work.
    """
    try:
        yield
    except Exception as error:
        raise PiperollError(
            code, f"{kind} {entry.name!r} ({entry.value}) does not load: {error}.", remedy=REPAIR
        ) from error
