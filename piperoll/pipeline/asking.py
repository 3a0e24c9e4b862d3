"""Ask models in stages: open a desk within the ceilings of a corpus, wait for batches, say why something is lacking."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from piperoll import settings
from piperoll.errors import PiperollError
from piperoll.llm import models
from piperoll.llm.batches import BatchDesk
from piperoll.llm.budget import Ceilings
from piperoll.llm.client import Batching
from piperoll.llm.desk import Desk
from piperoll.llm.request import Ended
from piperoll.pipeline.stage import Context
from piperoll.store import answers
from piperoll.store.answers import Asker
from piperoll.store.connection import Connection

log = logging.getLogger("piperoll")
D = TypeVar("D", bound=Desk)
_warning, _warned = Lock(), set[str]()

POLL_SHARE, LONGEST_POLL = 0.1, 60.0
"""Share of the time waited so far, and seconds at most, between two looks at batches: they take minutes to hours."""


@contextmanager
def desk_of(context: Context, stage: str, model: str, kind: type[D]) -> Iterator[D]:
    """Open a desk for a stage of a run, within the ceilings of its corpus.

    Args:
        context: of the stage.
        stage: its name.
        model: its name in the settings.
        kind: of desk.
    """
    job = context.job
    with context.connect() as (connection, _), context.connect() as (own, _):
        ceilings = Ceilings.of(settings.load(), job.corpus)
        yield kind(connection, own, model, Asker(job.corpus, job.run, stage), ceilings)


def may_ask(connection: Connection, corpus: str, model: str) -> bool:
    """Return whether a model can be asked now: there is a key, and something is left below the ceilings.

    Args:
        connection: in autocommit, or in a transaction.
        corpus: for which.
        model: its name in the settings.
    """
    if why_not(model):
        return False
    return Ceilings.of(settings.load(), corpus).allow(answers.spending(connection, Asker(corpus, "", "")))


def why_not(model: str) -> str:
    """Return why a model cannot be asked at all, such as that there is no key; "": it can."""
    try:
        models.get(model).check()
    except PiperollError as error:
        return error.message
    return ""


def in_batches(corpus: str, model: str) -> bool:
    """Return whether the stages of a corpus ask a model in batches now. Arguments as :func:`wants_batches`."""
    return wants_batches(corpus, model) and not why_not(model)


def wants_batches(corpus: str, model: str) -> bool:
    """Return whether stages are to ask in batches: the settings want it, and the service takes them.

    Args:
        corpus: its name.
        model: its name in the settings.
    """
    known = settings.load().corpus.get(corpus)
    return bool(model and known and known.batches) and isinstance(models.get(model), Batching)


def wait(context: Context, desk: BatchDesk) -> None:
    """Take the answers of the batches of a corpus as they end, until none is at work, however long that takes."""
    began = time.monotonic()
    if desk.check():
        while left := desk.take():
            log.debug("%s: %s batches are not answered yet", context.label, left)
            time.sleep(min(LONGEST_POLL, 0.2 + POLL_SHARE * (time.monotonic() - began)))


def tell_what_lacks(context: Context, desk: Desk, what: str) -> None:
    """Tell, once, why something is lacking.

    Args:
        context: of the stage.
        desk: that asked.
        what: it asked for.

    Raises:
        PiperollError: ``model_ceiling``: a ceiling is reached, and the settings want the run to stop there.
    """
    if desk.counts.ended[Ended.OFF]:
        _warn(f"Stage {desk.asker.stage} of {context.job.corpus} is off: {desk.why_not}")
    if desk.counts.ended[Ended.CEILING]:
        if settings.load().corpus[context.job.corpus].at_ceiling == "stop":
            raise PiperollError(
                "model_ceiling",
                f"{context.job.corpus}: {desk.why_not}; nothing more is asked, and nothing is published.",
                remedy="Raise the ceiling, or wait for the next month; the same command then goes on.",
            )
        _warn(f"{context.job.corpus}: {desk.why_not}; the edition is published without the {what} that are lacking.")


def _warn(message: str) -> None:
    """Warn once in this process, whichever of its threads comes first."""
    with _warning:
        if message not in _warned:
            log.warning("%s", message)
            _warned.add(message)
