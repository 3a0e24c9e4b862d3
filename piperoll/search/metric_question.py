"""Read a question for a metric: which company, which years, which metrics, and what is left that nobody understood."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ALIKE = 0.84
"""Likeness from 0 to 1 from which a word is taken for a misspelt one."""
SHORTEST = 5
"""Letters of a word that may be misspelt; shorter ones are like too many others."""
WORD = re.compile(r"[^\W_]+")
POSSESSIVE = re.compile(r"['’]s?\b(?!\w)|(?<=s)['’]")
FISCAL = re.compile(r"(?:fy|fiscal)?(?P<year>(?:19|20)\d\d)|fy(?P<short>\d\d)")
NUMBERS = dict(zip("two three four five six seven eight nine ten".split(), range(2, 11), strict=True))
LAST = re.compile(r"\b(?:last|past|latest|recent) (?P<n>\w{1,5}) (?:fiscal )?years\b")
RANGE = re.compile(
    r"\b(?:fy|fiscal )?(?P<first>(?:19|20)\d\d) (?P<how>to|through|until|till|thru|and) "
    r"(?:fy|fiscal )?(?P<last>(?:19|20)\d\d)\b"
)
DASH = re.compile(r"(?<=\d\d)\s?[-–—]\s?(?=(?:fy|FY)?(?:19|20)\d\d\b)")
BETWEEN = re.compile(r"\b(?:between|from|over)\b")
IDLE = frozenset(
    """a an and are between by can co company corp corporation did do does during each end ended ending every fiscal for
    from full fy get give had has have how i in inc is it its latest list long make many me most much of on over please
    recent report reported reporting show tell than that the their they thru through till to until us was we were what
    whats which with would year yearly years annual annually value amount figure last past per""".split()
)
"""Words that change nothing in a question."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric has a name, the concepts that it may be, in order, and the phrases by which people ask for it."""

    name: str
    concepts: Sequence[str]
    phrases: Sequence[str]
    instant: bool = False
    """It is of one day, the last of the year."""


@dataclass(slots=True)
class Asked:
    """Hold what a question asks for. ``last`` is how many of the newest years; ``years`` are those that it names."""

    metrics: list[Metric] = field(default_factory=list)
    companies: set[str] = field(default_factory=set)
    years: list[int] = field(default_factory=list)
    last: int = 1
    left: list[str] = field(default_factory=list)
    """Words that nothing explains."""
    guessed: bool = False
    """A word was taken for a misspelt one."""


@cache
def metrics() -> tuple[Metric, ...]:
    """Return the metrics that are known."""
    text = Path(__file__).with_name("metrics.toml").read_text(encoding="utf-8")
    return tuple(Metric(name=name, **told) for name, told in tomllib.loads(text).items())


def read(question: str, companies: Mapping[str, Sequence[str]]) -> Asked:
    """Return what a question asks for.

    Args:
        question: in words.
        companies: the names and tickers of each company of the corpus, by its id.
    """
    asked = Asked()
    words = WORD.findall(DASH.sub(" to ", POSSESSIVE.sub(" ", question)).lower())
    words = _take_years(words, asked)
    phrases = {phrase: metric for metric in metrics() for phrase in metric.phrases}
    names = _names(companies)
    words = _take(words, phrases, lambda metric: asked.metrics.append(metric) if metric not in asked.metrics else None)
    words = _take(words, names, asked.companies.update)
    left = [word for word in words if word and word not in IDLE]
    if left and not asked.companies:
        left = _misspelt(left, names, asked.companies.update, asked)
    if left and not asked.metrics:
        left = _misspelt(left, phrases, asked.metrics.append, asked)
    asked.left = left
    return asked


def _names(companies: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Return the companies by each name that may mean them: id, ticker, name, or the first words of names."""
    whole: dict[str, set[str]] = {}
    begun: dict[str, set[str]] = {}
    for id_, every in companies.items():
        whole.setdefault(id_, set()).add(id_)
        for name in every:
            words = WORD.findall(POSSESSIVE.sub("", name).lower())
            while len(words) > 1 and words[-1] in IDLE:
                words.pop()
            for count in range(1, len(words) + 1):
                if (first := " ".join(words[:count])) not in IDLE:
                    (whole if count == len(words) else begun).setdefault(first, set()).add(id_)
    return begun | whole


def _take_years(words: list[str], asked: Asked) -> list[str]:
    """Take the years out of the words of a question."""
    text = " ".join(words)
    if match := LAST.search(text):
        number = NUMBERS.get(match["n"]) or (int(match["n"]) if match["n"].isascii() and match["n"].isdigit() else 0)
        asked.last = number or 1
        text = text[: match.start()] + text[match.end() :] if number else text
    for match in list(RANGE.finditer(text)):
        first, last = int(match["first"]), int(match["last"])
        whole = match["how"] != "and" or BETWEEN.search(text[: match.start()])
        asked.years += range(first, last + 1) if whole and first < last <= first + 50 else (first, last)
    text = RANGE.sub(" ", text)
    rest = []
    for word in text.split():
        if match := FISCAL.fullmatch(word):
            asked.years.append(int(match["year"] or f"20{match['short']}"))
        else:
            rest.append(word)
    asked.years = sorted(set(asked.years))
    return rest


def _take(words: list[str], known: Mapping[str, T], found: Callable[[T], object]) -> list[str]:
    """Take the phrases that are known out of the words, the longest first; an empty word stands where one was."""
    longest = max((phrase.count(" ") + 1 for phrase in known), default=0)
    for count in range(min(longest, len(words)), 0, -1):
        for at in range(len(words) - count + 1):
            phrase = " ".join(words[at : at + count])
            if phrase in known:
                found(known[phrase])
                words = [*words[:at], *([""] * count), *words[at + count :]]
    return words


def _misspelt(words: list[str], known: Mapping[str, T], found: Callable[[T], object], asked: Asked) -> list[str]:
    """Take the longest run of words out that is like one phrase that is known, and like no other one as much."""
    for count in range(min(4, len(words)), 0, -1):
        for at in range(len(words) - count + 1):
            phrase = " ".join(words[at : at + count])
            alike = get_close_matches(phrase, known, 1, ALIKE) if len(phrase) >= SHORTEST else []
            if alike:
                found(known[alike[0]])
                asked.guessed = True
                return [*words[:at], *words[at + count :]]
    return words
