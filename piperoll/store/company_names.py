"""Compare names of companies as people write them: "Lowe's", "LOWES COMPANIES INC", "J.M. Smucker", "AT&T"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from piperoll.text.traced import Traced

FORMS = frozenset("inc incorporated corp corporation co company companies ltd limited plc llc lp sa nv the and".split())
"""Words that the end of a company's name may have or lack."""
LINKS = (" and", " of", " the", " for")
"""The first words of a name that end so name nothing: "bank of"."""
STATE = re.compile(r"\s?/\s?[A-Z]{2,3}\s?/?$")
"""What EDGAR puts behind a name that several companies have: "WELLS FARGO & COMPANY/MN"."""
APOSTROPHE = re.compile(r"(?<=\w)['’`]s?(?!\w)|(?<=\w)['’`](?=\w)")
""""Lowe's", "Kohls'", "O'Reilly"."""
WORD = re.compile(r"[^\W_]+|&")
INITIALS = re.compile(r"(?<![^\W_])(?:[^\W\d_][. ]{1,2}){1,5}[^\W\d_](?![^\W_])")
""""J. M.", "U.S", "J M"."""
GIVEN = frozenset("calvin charles edward eli estee henry jack kate levi philip ralph tommy walt william".split())
"""First names with which names of companies begin; the word behind them names the company alone: "Disney"."""
CALLED = {
    "american express": "amex", "bank of america": "bofa", "citigroup": "citi", "coca cola": "coke",
    "pepsico": "pepsi", "federal home loan mortgage": "freddie mac",
    "federal national mortgage association": "fannie mae",
}  # fmt: skip
"""What people call companies, by the words of their names."""
SHORTEST_PLURAL = 5
"""Letters of a word from which on an "s" at its end counts for nothing: "Lowe's", "Lowes", "Lowe"."""


@dataclass(slots=True)
class Company:
    """Hold a company of a corpus: its CIK, or its name where no filing tells one, and what it is called."""

    id: str
    ids: list[str]
    """``id``, and its name where older filings tell no CIK."""
    names: list[str] = field(default_factory=list)
    tickers: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the name by which it is listed."""
        return self.names[0] if self.names else self.id


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are written, without marks; "&" is "and", initials are one word.

    >>> words_of("McDonald’s & J. M. Smucker"), words_of("R&D of AT&T")
    (['McDonald', 'and', 'JM', 'Smucker'], ['R', 'and', 'D', 'of', 'AT', 'and', 'T'])
    """
    return [word for word, _, _ in placed_words(Traced.of(text))]


def placed_words(text: Traced) -> list[tuple[str, int, int]]:
    """Return the words of a text, as :func:`words_of` does, each with its range in the first text."""
    text = text.sub(APOSTROPHE, "").sub(INITIALS, lambda match: re.sub(r"[. ]", "", match[0]))
    return [("and" if word == "&" else word, start, end) for word, start, end in text.matches(WORD)]


def folded(word: str) -> str:
    """Return a word of a name without case and without the "s" at its end.

    >>> folded("Lowes"), folded("Ross"), folded("GS")
    ('lowe', 'ross', 'gs')
    """
    word = word.casefold()
    return word[:-1] if len(word) >= SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss") else word


def name_words(name: str) -> list[str]:
    """Return the words that tell a company from others: folded, and without "The", "Inc." and the like.

    >>> name_words("THE J. M. SMUCKER COMPANY"), name_words("WELLS FARGO & COMPANY/MN")
    (['jm', 'smucker'], ['well', 'fargo'])
    """
    words = [word.casefold() for word in words_of(STATE.sub("", name))]
    if words[:1] == ["the"]:
        words = words[1:]
    while len(words) > 1 and words[-1] in FORMS:
        words.pop()
    return [folded(word) for word in words]


def merged(rows: Sequence[tuple[str, Sequence[str], Sequence[str]]]) -> list[Company]:
    """Return the companies of rows ``id, names, tickers``.

    An id that is no CIK is a name; where one company with a CIK has that name, it is the same company.
    """
    companies = [
        Company(id_, [id_], list(names or ()), list(tickers or ())) for id_, names, tickers in rows if id_.isdigit()
    ]
    by_name: dict[tuple[str, ...], list[Company]] = {}
    for company in companies:
        for words in {tuple(name_words(name)) for name in company.names}:
            by_name.setdefault(words, []).append(company)
    for id_, names, tickers in rows:
        if id_.isdigit():
            continue
        if len(known := by_name.get(tuple(name_words(id_)), [])) == 1:
            known[0].ids.append(id_)
        else:
            companies.append(Company(id_, [id_], list(names or ()), list(tickers or ())))
    return companies


def matching(asked: str, companies: Sequence[Company]) -> list[Company]:
    """Return the companies that a name may mean: by CIK, ticker or whole name, else by the first words of one."""
    text = asked.strip().casefold()
    words = name_words(asked)
    exact = [
        company
        for company in companies
        if text in {ticker.casefold() for ticker in company.tickers}
        or (text.isdigit() and company.id == text.zfill(len(company.id)))
        or (words and any(words == name_words(name) for name in company.names))
    ]
    return exact or [
        company
        for company in companies
        if words and any(name_words(name)[: len(words)] == words for name in company.names)
    ]


def spoken(companies: Sequence[Company]) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """Return the ids of companies by their whole names, and by parts of them: the first words, a person's surname."""
    whole: dict[str, set[str]] = {}
    begun: dict[str, set[str]] = {}
    for company in companies:
        for name in company.names:
            words = name_words(name)
            for count in range(1, len(words)):
                begun.setdefault(" ".join(words[:count]), set()).add(company.id)
            if len(words) > 1 and (words[0] in GIVEN or INITIALS.match(name)):
                begun.setdefault(words[1], set()).add(company.id)
            for form in _whole_forms(name, words):
                whole.setdefault(form, set()).add(company.id)
    return whole, {first: ids for first, ids in begun.items() if not first.endswith(LINKS)}


def _whole_forms(name: str, words: Sequence[str]) -> Iterator[str]:
    """Yield a name in full, with and without its legal form; in one word; "J and J" for "Johnson and Johnson"."""
    full = [folded(word) for word in words_of(name)]
    full = full[1:] if full[:1] == ["the"] else full
    yield from (" ".join(full[:count]) for count in range(len(words), len(full) + 1))
    yield "".join(words)
    if called := CALLED.get(" ".join(words)):
        yield called
    if len(words) == 3 and words[1] == "and":
        yield f"{words[0][0]} and {words[2][0]}"
