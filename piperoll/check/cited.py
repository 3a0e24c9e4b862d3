"""Look up what a text cites in an edition: documents and their places, whether they exist and are in force."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from piperoll.check.everywhere import Edition
from piperoll.check.mentions import Mention
from piperoll.check.places import Place, Structure
from piperoll.corpora import registry
from piperoll.corpora.common.profile import Profile
from piperoll.search.document_titles import DIVISION, DocumentTitles

MOST_VERSIONS = 8
"""Versions of a document in which a wording is looked for, the newest."""
AT_ONCE = 8
"""Documents whose texts are held at once: bounds memory."""
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
SERIES = re.compile(r"[\d\[\]:/().]+")


@dataclass(frozen=True)
class Version:
    """A version of a cited document."""

    document: str
    id: int
    title: str
    status: str
    valid_from: date | None
    valid_to: date | None
    seen: bool


@dataclass
class Answer:
    """Hold what is known of a mention: a verdict if it has one of its own, the document and the place, and why."""

    verdict: str | None = None
    document: str | None = None
    path: str | None = None
    detail: str = ""
    versions: Sequence[Version] = ()
    places: Sequence[Place] = ()
    """In the first of the versions."""
    structure: Structure | None = None
    older: Sequence[tuple[Version, Structure]] = ()
    """Other versions, with what they are made of."""


@dataclass
class Cited:
    """Look up mentions in one edition."""

    edition: Edition
    known: DocumentTitles
    _series: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def profile(self) -> Profile:
        """Return the profile of the corpus."""
        return registry.get(self.edition.corpus.profile)

    def look_up(self, mentions: Sequence[Mention]) -> Iterator[tuple[int, Answer]]:
        """Yield the index of each mention with what is known of it, those of one document one after another."""
        numbered = {
            one.target: [*self.profile.key_forms(one.target)] for one in mentions if one.target and not one.documents
        }
        keys = sorted({form for forms in numbered.values() for form in forms})
        documents = sorted({document for one in mentions for document in one.documents})
        by_document: dict[int, list[Version]] = defaultdict(list)
        by_key: dict[str, list[Version]] = defaultdict(list)
        for row in self.edition.rows("check_documents", documents=documents, keys=keys):
            version = Version(**{name: row[name] for name in Version.__dataclass_fields__})
            by_document[row["document_id"]].append(version)
            by_key[row["document"]].append(version)
        cited = (
            {row["target"] for row in self.edition.rows("check_cited", targets=sorted(numbered))} if numbered else set()
        )
        held: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place, one in enumerate(mentions):
            if one.documents:
                held[tuple(one.documents)].append(place)
            else:
                textless = [version for form in numbered.get(one.target, ()) for version in by_key.get(form, ())]
                yield place, self._without(one, textless, cited)
        groups = list(held.items())
        for start in range(0, len(groups), AT_ONCE):
            yield from self._with_texts(groups[start : start + AT_ONCE], by_document, mentions)

    def _with_texts(
        self,
        groups: Sequence[tuple[tuple[int, ...], list[int]]],
        by_document: Mapping[int, Sequence[Version]],
        mentions: Sequence[Mention],
    ) -> Iterator[tuple[int, Answer]]:
        every = [version for documents, _ in groups for one in documents for version in _readable(by_document[one])]
        ids = list({version.id: None for version in every})
        texts = {row["id"]: row["text"] for row in self.edition.rows("check_texts", versions=ids)}
        units: dict[int, list[Any]] = defaultdict(list)
        for row in self.edition.rows("check_units", versions=ids):
            units[row["version_id"]].append(row)
        structures = {one: Structure(texts[one], units[one]) for one in ids}
        for documents, places in groups:
            for place in places:
                answers = [self._answer(mentions[place], by_document[one], structures) for one in documents]
                yield place, min(answers, key=lambda one: (one.verdict is not None, not one.places))

    def _answer(self, one: Mention, versions: Sequence[Version], structures: Mapping[int, Structure]) -> Answer:
        """Return what is known of a place of a document, or of the whole."""
        readable = _readable(versions)
        if not readable:
            return self._without(one, versions, set())
        version = readable[0]
        structure = structures[version.id]
        older = [(other, structures[other.id]) for other in readable[1:]]
        answer = Answer(None, version.document, one.path or None, "", readable, (), structure, older)
        if one.path:
            loose = self.profile.loose_pattern(one.path)
            answer.places = structure.find(one.path, loose)
            if not answer.places:
                if not structure.has_such(one.path):
                    answer.verdict, answer.detail = "unchecked", f"{version.document} is not divided so in this corpus."
                    return answer
                answer.verdict, answer.detail = "not_found", f"{version.document} has no {one.path}."
                return answer
            answer.path = answer.places[0].path if len(answer.places) == 1 or loose else one.path
        in_force = version.seen and (not answer.places or any(place.seen for place in answer.places))
        if not in_force:
            answer.verdict = "repealed"
            until = f", valid until {version.valid_to}" if version.valid_to else ""
            what = one.path and version.seen
            answer.detail = f"{one.path if what else version.document} is not in force on {self.edition.day}{until}."
        return answer

    def _without(self, one: Mention, versions: Sequence[Version], cited: set[str]) -> Answer:
        """Return what is known of a mention of which the corpus has no text."""
        name = self.edition.corpus.name
        if versions:
            version = versions[0]
            if not any(other.seen for other in versions) and version.valid_to:
                detail = f"{version.document} is not in force on {self.edition.day}, valid until {version.valid_to}."
                return Answer("repealed", version.document, None, detail)
            return Answer("unchecked", version.document, None, f"{name} has no text of {version.document}.")
        if not one.target:
            why = "by another name than any in" if one.outside else "without a document of"
            return Answer("unchecked", None, one.path or None, f"It is cited {why} {name}.")
        if one.target in cited:
            return Answer("unchecked", None, None, f"{name} cites {one.target} but does not have it.")
        series, year = _series_of(one.target)
        years = self._years().get(series)
        if years is None or one.kind == "title":
            return Answer("unchecked", None, None, f"{name} has no documents of that series.")
        if year and not years[0] <= year <= max(years[1], 0) and year <= self.edition.day.year:
            detail = f"{name} has documents of that series from {years[0]} to {years[1]} only."
            return Answer("unchecked", None, None, detail)
        return Answer("not_found", None, None, f"{name} has no {one.target}, and no document in it cites one.")

    def _years(self) -> Mapping[str, tuple[int, int]]:
        """Return the series of numbers that the edition has documents of, each with its first and last year."""
        if not self._series:
            for number in [form for key in self.known.printed for form in {key, DIVISION.sub("", key)}]:
                series, year = _series_of(number)
                first, last = self._series.get(series, (year, year))
                self._series[series] = min(first, year), max(last, year)
        return self._series


def _readable(versions: Sequence[Version]) -> list[Version]:
    """Return the versions with a text: first those that are valid on the day, then the newest."""
    return sorted((one for one in versions if one.status == "chunked"), key=lambda one: not one.seen)[:MOST_VERSIONS]


def _series_of(number: str) -> tuple[str, int]:
    """Return the letters of a number, which name its series, and its year: "[2023] EWHC 2638 (Comm)" → EWHC Comm, 2023.

    The year is 0 where it has none.
    """
    year = YEAR.search(number)
    return " ".join(SERIES.sub(" ", number).split()).casefold(), int(year[0]) if year else 0
