"""Open the evidence base, and check a text against its corpora."""

import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Self

from piperoll import settings as configured
from piperoll.arguments import takes_texts
from piperoll.errors import UsageError
from piperoll.library.reader import CorpusReader
from piperoll.library.view import Day, as_day
from piperoll.results.citations import CheckResult
from piperoll.results.editions import CorpusShown
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database, open_database, reading
from piperoll.store.sql import read_rows

if TYPE_CHECKING:
    from piperoll.check.memo import Memo


def open(settings: Settings | None = None) -> "EvidenceBase":
    """Open the database of the settings: the one that ``PIPEROLL_DSN`` names, else the embedded server.

    Args:
        settings: other settings than those of the environment and of ``piperoll.toml``.

    Returns:
        The corpora by name. It closes itself at the end of a ``with`` block, when nobody refers to it any more, or
        when the process ends.

    Raises:
        PiperollError: the database cannot be reached or used.
    """
    settings = settings or configured.load()
    return EvidenceBase(open_database(settings), settings)


class EvidenceBase(Mapping[str, "CorpusReader"]):
    """An evidence base holds the corpora of a database by name. Any thread may use it."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database, self._settings = database, settings
        self._close = weakref.finalize(self, database.close)

    def __getitem__(self, name: str) -> "CorpusReader":
        """Return the corpus of that name.

        Raises:
            UsageError: ``unknown_corpus``; the remedy lists those that there are.
        """
        reader = CorpusReader(self, name)
        with reader.connection():
            return reader

    def __iter__(self) -> Iterator[str]:
        with self.connect() as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM corpus ORDER BY name")]
        return iter(names)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def corpora(self) -> Sequence[CorpusShown]:
        """Return every corpus with its published edition, by name."""
        with self.connect() as connection:
            return [CorpusShown.model_validate(row) for row in read_rows(connection, "corpora_shown")]

    def connect(self) -> AbstractContextManager[Connection]:
        """Return a connection in autocommit, for a ``with`` block."""
        return self._open_database().connect(autocommit=True)

    def connect_anew(self) -> Connection:
        """Return a new connection in autocommit, which may write: answers of a model are kept, questions are logged."""
        return self._open_database().connect_anew()

    def _open_database(self) -> Database:
        """Return the database, unless it was closed."""
        if not self._close.alive:
            raise UsageError("closed", "The evidence base is closed.", remedy="Open it again: piperoll.open().")
        return self._database

    @takes_texts
    def check(self, text: str, corpora_named: Sequence[str], *, as_of: Day | None = None) -> CheckResult:
        """Check the citations and quotations of a text against the published editions of corpora.

        Args:
            text: plain text, markdown or HTML; the ranges of the result are in what a reader sees of it.
            corpora_named: names of corpora.
            as_of: the day on which what is cited must be in force; None: today.

        Raises:
            UsageError: there is no such corpus, or nothing is published in it.
        """
        from piperoll.check import memo

        return self.check_memo(memo.of_text(text), corpora_named, as_of=as_of)

    def check_memo(self, memo: "Memo", corpora_named: Sequence[str], *, as_of: Day | None = None) -> CheckResult:
        """Check a text that was read from a file; see :meth:`check`.

        Args:
            memo: the text.
            corpora_named: names of corpora.
            as_of: the day on which what is cited must be in force; None: today.
        """
        from piperoll.check import check

        day = as_day(as_of) or date.today()
        with self.connect() as connection, reading(connection):
            against = [corpora.get(connection, name) for name in dict.fromkeys(corpora_named)]
            found = check.check(connection, against, memo, day)
        return CheckResult.model_validate({"citations": found})

    @property
    def settings(self) -> Settings:
        """Return the settings that it was opened with."""
        return self._settings

    def close(self) -> None:
        """Leave the database; an embedded server stops when its last user has left."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
