"""Describe a heading where nothing says how words are printed."""

from dataclasses import dataclass

from piperoll.corpora.sec_10k.topics import BETWEEN, ENDS, HOLDS


@dataclass(frozen=True, slots=True)
class Found:
    """A heading as it is found; ``number`` is its place among all.

    ``behind`` says that it stands directly below the one before it, ``part`` that it opens a part of the statements, or
    a note.
    """

    start: int
    end: int
    number: int
    title: str
    capitals: bool
    behind: bool
    part: bool

    @property
    def name(self) -> str:
        """Return its letters and digits."""
        return BETWEEN.sub(" ", self.title).strip().casefold()

    @property
    def last_word(self) -> str:
        """Return its last word."""
        return self.title.split()[-1].casefold()

    @property
    def is_topic(self) -> bool:
        """Return whether it is a topic of a discussion of the results."""
        return HOLDS.match(self.title) is not None or ENDS.match(self.title) is not None
