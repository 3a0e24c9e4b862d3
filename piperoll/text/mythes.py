"""Look up synonyms in a thesaurus of LibreOffice: a MyThes file, as ``th_sv_SE_v2.dat``.

Its first line names the encoding. An entry is ``word|N`` and then N lines, one for each meaning, such as
``(noun)|synonym|wider (generic term)``. The file stays on the disk and is searched where a word is asked for, because
to read one of 18 MB takes longer than a search.
"""

import codecs
import mmap
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from piperoll.errors import UsageError

SUFFIX = ".dat"
ENDING = 6
"""Letters by which a word may be longer than its stem."""
MOST = 8
"""Synonyms of a word that are asked for; the first of every meaning come first."""
NO_SYNONYM = "("
"""Behind a word that is wider, related or the opposite: "firearm (generic term)"."""


class MyThes:
    """Hold an open thesaurus."""

    def __init__(self, path: Path, stem: Callable[[str], str]) -> None:
        """Open the file.

        Args:
            path: of the ``.dat`` file; its index is not needed.
            stem: returns the stem of a word in lower case. Words of one stem are one word.

        Raises:
            OSError: it cannot be read.
            UsageError: it is no such file.
        """
        try:
            with path.open("rb") as file:
                self._encoding = codecs.lookup(file.readline(100).decode("ascii").strip()).name
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (LookupError, ValueError):
            remedy = (
                "Its first line names an encoding, as ISO8859-1 or UTF-8; own lines stand in a file that ends in .txt."
            )
            raise UsageError("thesaurus_invalid", f"{path} is no MyThes file.", remedy=remedy) from None
        self._stem = stem

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return the synonyms of a word in lower case, of its entry or else of one with the same stem."""
        entry = self._entry(re.escape(word)) or self._entry(rf"{re.escape(self._stem(word))}[^|\n]{{0,{ENDING}}}", word)
        meanings = [list(self._words(line)) for line in entry]
        by_turns = (meaning[turn] for turn in range(MOST) for meaning in meanings if turn < len(meaning))
        return tuple(dict.fromkeys(one for one in by_turns if self._stem(one.lower()) != self._stem(word)))[:MOST]

    def _entry(self, pattern: str, word: str = "") -> list[str]:
        """Return the lines of the first entry whose word matches, and has the stem of ``word`` if that is given."""
        for match in re.finditer(f"\n({pattern})\\|(\\d{{1,4}})\r?\n".encode(self._encoding, "ignore"), self._data):
            if not word or self._stem(match[1].decode(self._encoding, "replace").lower()) == self._stem(word):
                self._data.seek(match.end())
                return [self._data.readline().decode(self._encoding, "replace") for _ in range(int(match[2]))]
        return []

    @staticmethod
    def _words(line: str) -> Iterator[str]:
        """Yield the synonyms of one meaning; the first field is its part of speech."""
        for word in line.rstrip("\r\n").split("|")[1:]:
            if word and NO_SYNONYM not in word:
                yield word
