"""Hold gold sets: questions, and where their answers stand. See docs/evaluation.md for the forms that are read."""

import codecs
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import orjson

from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.hashing import digest
from piperoll.ranges import Range
from piperoll.search import conditions

KEYS = ("query", "relevant", "id", "filters", "split")
"""Fields that are read of a query of our own form. Other fields are for people, unless they are misspelled ones."""
ALIKE = 0.8
"""Share of letters from which a field is taken for a misspelled one: "filter", "relevent"."""
FILTERS = ("document", "path", "role", "as_of", "where")
"""Fields of ``filters``: as the options of ``piperoll search``; ``where`` is a list."""


@dataclass(frozen=True, slots=True)
class Place:
    """Name a document, a unit of it, or a range of its characters."""

    document: str
    """Its key, or its path in the source."""
    path: str | None = None
    """The path of the unit."""
    span: Range | None = None
    quote: str | None = None
    """The text of the range, where the gold set has it: the range is checked by it, and found again when the text
    around it has changed."""
    lost: bool = False
    """Whether the edition that is asked lacks it, so that no hit holds it."""
    exact: bool = False
    """Whether it is the unit alone, as an id of BEIR or TREC names it, without the units below it."""

    @property
    def range(self) -> Range:
        """Return the range of a place that has one."""
        assert self.span
        return self.span


Answer = tuple[Place, ...]
"""Places, each of which is the answer."""


@dataclass(frozen=True, slots=True)
class Query:
    """Hold a question with its answers, all of which are wanted."""

    id: str
    text: str
    answers: tuple[Answer, ...]
    filters: Mapping[str, Any] = field(default_factory=dict)
    split: str | None = None
    set: str = ""
    class_: str | None = None
    """What the gold set says makes it hard; it decides no result."""
    where: str = ""
    """File and line (or number) that it came from."""

    @property
    def day(self) -> date | None:
        """Return the day whose law is asked for; None: the query names none."""
        return parse_day(self.filters["as_of"]) if "as_of" in self.filters else None


@dataclass(frozen=True, slots=True)
class Gold:
    """Hold the queries of one or more data sets."""

    name: str
    queries: Sequence[Query]

    @property
    def sets(self) -> list[str]:
        """Return the names of the data sets, in their order."""
        return list(dict.fromkeys(query.set for query in self.queries))

    @property
    def hash(self) -> bytes:
        """Return the SHA-256 of all that decides a result; neither the path nor the form of the file does."""
        return digest(
            orjson.dumps(
                [[one.set, one.id, one.text, sorted(one.filters.items()), one.answers] for one in self.queries],
                default=_decisive,
                option=orjson.OPT_PASSTHROUGH_DATACLASS,
            )
        )

    def part(self, split: str | None = None, limit: int = 0) -> "Gold":
        """Return the queries of one split, and of each data set only the first ``limit`` (0: all).

        Raises:
            UsageError: none is left.
        """
        count: Counter[str] = Counter()
        chosen = []
        for query in self.queries:
            if split is None or query.split == split:
                count[query.set] += 1
                if not limit or count[query.set] <= limit:
                    chosen.append(query)
        if not chosen:
            splits = sorted({query.split for query in self.queries if query.split})
            raise UsageError(
                "gold_empty",
                f"{self.name} has no query{f' of split {split!r}' if split else ''}.",
                remedy=f"Its splits are: {', '.join(splits)}." if splits else "It has no splits: leave --split away.",
            )
        return replace(self, queries=chosen)


def stored(gold: Gold) -> list[dict[str, Any]]:
    """Return the queries as plain values, as they are stored; :func:`restored` is the way back."""
    rows = [{name: value for name, value in asdict(query).items() if name != "where"} for query in gold.queries]
    plain: list[dict[str, Any]] = orjson.loads(orjson.dumps(rows))
    return plain


def restored(name: str, queries: Iterable[Mapping[str, Any]]) -> Gold:
    """Return the gold set that :func:`stored` made plain values of.

    Args:
        name: of the gold set.
        queries: the values.

    Raises:
        ValueError: they are not of queries; also KeyError and TypeError.
    """

    def place(values: Mapping[str, Any]) -> Place:
        start_end = values["span"]
        return Place(**{**values, "span": start_end and (int(start_end[0]), int(start_end[1]))})

    return Gold(
        name,
        [
            Query(
                **{
                    **values,
                    "answers": tuple(tuple(map(place, answer)) for answer in values["answers"]),
                    "where": f"{name}, query {values['id']}",
                }
            )
            for values in queries
        ],
    )


def _decisive(place: Place) -> dict[str, Any]:
    """Return the fields of a place that decide a result; ``exact`` only if it is true, so that older hashes stay."""
    values = asdict(place)
    return values if place.exact else {name: value for name, value in values.items() if name != "exact"}


def objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file of JSON lines with their line numbers, from 1; empty lines are left out.

    Raises:
        UsageError: a line is no JSON object.
    """
    for number, line in enumerate(content(path).split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise wrong(f"{path}, line {number}", f"is no JSON: {error}", "Write one JSON object a line.") from None
        if not isinstance(value, dict):
            raise wrong(f"{path}, line {number}", "is no JSON object", 'Write {"query": …, "relevant": […]}.')
        yield number, value


def content(path: Path) -> bytes:
    """Return the bytes of a file, without the byte order mark that some editors write."""
    return path.read_bytes().removeprefix(codecs.BOM_UTF8)


def wrong(where: str, what: str, remedy: str, code: str = "gold_wrong") -> UsageError:
    """Return an error of a gold set.

    Args:
        where: file and line, for the message.
        what: what is wrong there.
        remedy: what to do.
        code: of the error.
    """
    return UsageError(code, f"{where}: {what}.", remedy=remedy)


@dataclass(frozen=True, slots=True)
class Row:
    """Hold one object of a gold file."""

    file: Path
    number: int
    value: Mapping[str, Any]
    counted: str = "line"
    """What ``number`` counts, for messages."""

    @property
    def where(self) -> str:
        """Return file and number, for messages."""
        return f"{self.file}, {self.counted} {self.number}"

    def wrong(self, what: str, remedy: str) -> UsageError:
        """Return an error that names this object."""
        return wrong(self.where, what, remedy)

    def text(self, name: str, of: Mapping[str, Any] | None = None) -> str:
        """Return a field that must be a text with something in it."""
        text = (self.value if of is None else of).get(name)
        if not isinstance(text, str) or not text.strip() or "\0" in text:
            raise self.wrong(f"{name!r} is missing or no text", f'Give it "{name}": "…".')
        return text

    def id(self, name: str = "id", default: Any = None) -> str:
        """Return a field that names the query: a text or a whole number."""
        value = self.value.get(name, default)
        return str(value) if type(value) is int else self.text(name)

    def text_if_any(self, name: str, of: Mapping[str, Any] | None = None) -> str | None:
        """Return a text field that may be missing, or null."""
        value = (self.value if of is None else of).get(name)
        return None if value is None else self.text(name, of)

    def span(self, start: Any, end: Any) -> Range:
        """Return a range of characters that is not empty."""
        if not (type(start) is int and type(end) is int and 0 <= start < end):
            raise self.wrong(
                f"start {start!r} and end {end!r} are no range", "Count characters from 0; the end is exclusive."
            )
        return start, end


def query(row: Row) -> Query:
    """Return the query that a line of our own form is.

    Raises:
        UsageError: something is missing in it, or not known.
    """
    for unknown in sorted(row.value.keys() - set(KEYS)):
        if meant := get_close_matches(unknown, KEYS, 1, ALIKE):
            raise row.wrong(f"{unknown!r} is not known in a query", f"Is it {meant[0]!r}?")
    text, relevant = row.text("query"), row.value.get("relevant")
    if not isinstance(relevant, list) or not relevant:
        raise row.wrong("'relevant' is missing or empty", "List where the answers stand.")
    return Query(
        id=row.id(default=row.number),
        text=text,
        answers=tuple(_answer(row, one) for one in relevant),
        filters=_filters(row, row.value.get("filters", {})),
        split=row.text_if_any("split"),
        set=row.file.stem,
        class_=named if isinstance(named := row.value.get("class"), str) else None,
        where=row.where,
    )


def _answer(row: Row, value: Any) -> Answer:
    places = value if isinstance(value, list) else [value]
    if not places:
        raise row.wrong("an answer has no place", "A list within 'relevant' is of places that are equally right.")
    return tuple(_place(row, one) for one in places)


def _place(row: Row, value: Any) -> Place:
    if not isinstance(value, dict) or ("document" in value) == ("source" in value):
        raise row.wrong(
            f"{value!r} names no document, or two",
            'Write {"document": KEY} or {"source": FILE}, with "path", or "start" and "end".',
        )
    if unknown := value.keys() - {"document", "source", "path", "start", "end", "quote"}:
        raise row.wrong(
            f"{min(unknown)!r} is not known in a place", "It has document or source, path, start, end, quote."
        )
    ranged = "start" in value or "end" in value
    if ranged and "path" in value:
        raise row.wrong("a place has a path and a range", "Give either of them.")
    return Place(
        document=row.text("document" if "document" in value else "source", value),
        path=row.text("path", value) if "path" in value else None,
        span=row.span(value.get("start"), value.get("end")) if ranged else None,
        quote=row.text("quote", value) if ranged and "quote" in value else None,
    )


def _filters(row: Row, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise row.wrong("'filters' is no object", f"It has any of {', '.join(FILTERS)}.")
    if unknown := value.keys() - set(FILTERS):
        raise row.wrong(f"filter {min(unknown)!r} is not known", f"There are: {', '.join(FILTERS)}.")
    filters: dict[str, Any] = {name: row.text(name, value) for name in value if name != "where"}
    if "where" in value:
        filters["where"] = _conditions(row, value["where"])
    if day := filters.get("as_of"):
        try:
            parse_day(day)
        except UsageError as error:
            raise row.wrong(f"as_of {error.message.rstrip('.')}", error.remedy) from None
    return filters


def _conditions(row: Row, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise row.wrong("'where' is no list of texts", 'Write "where": ["court=HKCFI", "year>=2018"].')
    try:
        for one in value:
            conditions.parse(one)
    except UsageError as error:
        raise row.wrong(error.message.rstrip("."), error.remedy) from None
    return value


def distinct(queries: Iterable[Query]) -> None:
    """Make sure that no two queries of a data set have one id.

    Raises:
        UsageError: two have.
    """
    seen: dict[tuple[str, str], str] = {}
    for query in queries:
        if (first := seen.setdefault((query.set, query.id), query.where)) != query.where:
            raise wrong(
                query.where, f"id {query.id!r} was given before, at {first}", "Give every query an id of its own."
            )
