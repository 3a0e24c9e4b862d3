"""Text to terms: what a chunk is found by and what a query asks for, by one function; a query may ask for more.

A term is a stemmed word, a part of a compound, a number as it is printed, or a reference. Function words are left out;
what carries duty or exception ("shall", "not", "får", "inte") stays.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from pathlib import Path

import Stemmer

VERSION = 2
"""Raise it when any text gives other terms than before (another release of the stemmer may, too): every corpus is
indexed anew by its next run."""

WORDS_CACHED = 200_000
"""Words whose terms are remembered: all of a corpus but its rarest; 40 MB at most."""

LONGEST = 120
"""Characters of a term; what is longer is no word, and is cut. Terms are keys of an index."""

# "s. 4(2)", "section 4", "§ 3", "Art. 6(1)(f)", "clause 12.3(a)", "para 45", "Item 1A", "Cap. 210"
UNITS = {
    "section": ("section", "sections", "sec", "secs", "s", "ss", "§", "§§", "paragraf", "paragrafen"),
    "article": ("article", "articles", "art", "arts", "artikel", "artiklar"),
    "clause": ("clause", "clauses", "cl"),
    "paragraph": ("paragraph", "paragraphs", "para", "paras", "¶", "punkt", "punkten"),
    "regulation": ("regulation", "regulations", "reg", "regs"),
    "rule": ("rule", "rules", "r", "rr"),
    "schedule": ("schedule", "sch", "bilaga"),
    "chapter": ("chapter", "ch", "chap", "cap"),
    "part": ("part", "pt"),
    "item": ("item",),
}
UNIT_OF = {written: unit for unit, forms in UNITS.items() for written in forms}
PLACE = r"\d{1,4}[a-z]{0,2}(?:\.\d{1,3}[a-z]?)*(?:\((?:\d{1,3}|[a-z]{1,4})\))*"
"""A place in a numbered text: "3", "4(2)", "12.3(a)", "1a", "6(1)(f)"."""
UNIT = "|".join(sorted((one for one in UNIT_OF if one.isalpha()), key=len, reverse=True))
CHAPTER = r"kap(?:\.|itel\b|itlet\b|\b)"
LETTERS = r"[^\W\d_]++(?:['-][^\W\d_]++)*+"
TOKEN = re.compile(
    rf"""
    (?P<letters>{LETTERS}(?!\.?\s?\d))
  | (?P<reported>(?:\[(?P<year>(?:1[89]|20)\d\d)\]\s(?P<report>(?:\d{{1,3}}\s)?[a-z]{{2,8}}(?:\s[a-z]{{2,8}})?)
                 |\b(?P<plain_year>(?:19|20)\d\d)\s(?P<court>(?-i:[A-Z]{{2,8}})))\s(?P<page>\d{{1,5}})\b)
  | \b(?P<chapter>\d{{1,3}}(?:\s?[a-z])?)(?::[ae])?\s?{CHAPTER}
  | \b{CHAPTER}\s?(?P<headed>\d{{1,3}}(?:\s?[a-h]\b)?)(?!\w)
  | \b(?:(?P<first>\d{{1,4}}(?:\s?[a-zåäö])?)\s?[–-]\s?)?(?P<section>\d{{1,4}}(?:\s?[a-zåäö])?)
    \s?(?:§§?|paragraf(?:en)?\b)
  | \b(?P<short>\d{{1,3}}[a-z]?:\d{{1,3}}[a-z]?)\b(?![:/.,]\d)
  | (?:\b(?P<unit>{UNIT})\.?|(?P<mark>[§¶]{{1,2}}))\s?(?P<place>{PLACE})(?!\w)
  | \b(?P<grouped>\d{{1,3}}(?:,\d{{3}}|\s\d{{3}}){{1,4}})\b(?![,.]?\d)
  | \b(?P<number>\d{{4}}-\d\d-\d\d\b|\d+(?:[:/.,]\d+)*[a-z]{{0,2}}\b(?:\((?:\d{{1,3}}|[a-z]{{1,4}})\))*)
  | (?P<before_number>{LETTERS})
    """,
    re.VERBOSE | re.IGNORECASE,
)
LONGEST_PLACE = 40
"""Characters; what is longer is no place in a document."""
STEP = re.compile(r"\.\d+[a-z]?$|\([^()]*\)$", re.IGNORECASE)
"""The last step of a place: without it, the place above."""
IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
"""Scripts without spaces between words."""
QUOTES = str.maketrans({"’": "'", "‘": "'", "\u00ad": None, "‑": "-", "‐": "-"})

# What carries no question: articles, pronouns, prepositions, forms of "be" and "have", question words.
STOP = {
    "english": frozenset(
        "a about after all also am an and any are as at be been being between both but by can could did do does during"
        " each for from had has have he her here him his how i if in into is it its me my of on or our out over she so"
        " some such than that the their them then there these they this those through to under up us was we were what"
        " when where which while who whom whose why will with would you your".split()
    ),
    "swedish": frozenset(
        "alla allt att av bli blir de dem den denna deras dess dessa det detta dig din dina du då efter eller en er ert"
        " ett finns från för ha han hans har hon hur i in jag kan man med mellan mig min mina mot ni nu när någon något"
        " några och om oss på sedan sig sin sina sitt som så till under upp ur ut vad var vara vare varför vars vem vi"
        " via vid vilka vilken vilket ville vilja vår våra är även över".split()
    ),
}
# Swedish compounds: "arbetsmiljölag" is found by "miljö" and by "lag", too.
LEAST_COMPOUND, LONGEST_COMPOUND = 7, 60
LEAST_PART = 3
LINKS = "seuoa"
"""What stands between parts: arbet-s-miljö, gat-u-kontor."""
DEFINITE = ("arna", "erna", "orna", "ens", "ets", "en", "et", "n", "t", "s")
"""Endings that a word loses as the first part of a compound, where its stem is shorter still: vintern, vint."""
ASKED = 20
"""Words of a query that are also asked for otherwise written; what has more is no question but a text."""
DOTTED = {"a": "åä", "o": "ö"}
DOTTED_LETTERS = 6
"""Letters of a word that may have lost their dots or ring, at most two of them at once."""


def name(language: str) -> str:
    """What made an index, as it is written beside it: no terms by one name match those by another."""
    return f"{VERSION}/{language}"


def terms(text: str, language: str) -> list[str]:
    """The terms of ``text`` in their order, of chunks and of queries alike.

    Args:
        language: a language of Snowball such as ``english``; by any other name words are not stemmed.
    """
    text = unicodedata.normalize("NFKC", text).translate(QUOTES)
    of_word = _words(language)
    found: list[str] = []
    for match in TOKEN.finditer(text):
        if letters := match["letters"] or match["before_number"]:
            found += of_word(letters.lower())
        else:
            found += (one.lower()[:LONGEST] for one in _number(match, language))
    return found


def asked(text: str, language: str) -> list[str]:
    """The terms of a query: those of its text, then in Swedish those of other ways to write it. What no chunk has, as
    most of these, weighs nothing.

    * Two words, with nothing but function words between, as a compound in either order: "tid för uppsägning" asks for
      "uppsägningstid" too.
    * Words with å, ä and ö where the query has none at all: "varden" asks for "vården" too.
    """
    found = terms(text, language)
    if language != "swedish":
        return found
    text = unicodedata.normalize("NFKC", text).lower()
    words = re.findall(LETTERS, text)
    words = [one for one in words if one not in STOP[language] and LEAST_PART <= len(one) <= LONGEST_COMPOUND][:ASKED]
    of_word = _words(language)
    others = [term for pair in pairwise(words) for joined in _joined(*pair, of_word) for term in of_word(joined)[:1]]
    if not {"å", "ä", "ö"} & set(text):
        others += (term for word in words for dotted in _dotted(word) for term in of_word(dotted))
    known = set(found)
    return [*found, *(one for one in dict.fromkeys(others) if one not in known)]


def _joined(one: str, other: str, of_word: Callable[[str], tuple[str, ...]]) -> Iterator[str]:
    """The compounds of two words, whose first loses its ending: skolan, skolskjuts; vintern, vinterdäck."""
    for first, last in ((one, other), (other, one)):
        bare = (first[: -len(ending)] for ending in DEFINITE if first.endswith(ending))
        for modifier in dict.fromkeys((first, *of_word(first)[:1], *bare)):
            if len(modifier) >= LEAST_PART:
                yield from (modifier + link + last for link in ("", *LINKS))


def _dotted(word: str) -> Iterator[str]:
    """``word`` with å, ä or ö for one or two of its a and o."""
    places = [at for at, letter in enumerate(word) if letter in DOTTED][:DOTTED_LETTERS]
    for count in (1, 2):
        for chosen in combinations(places, count):
            for letters in product(*(DOTTED[word[at]] for at in chosen)):
                changed = list(word)
                for at, letter in zip(chosen, letters, strict=True):
                    changed[at] = letter
                yield "".join(changed)


def _number(match: re.Match[str], language: str) -> Iterator[str]:
    """A reference or a number. What is inside another is found by that as well: "12.3(a)" by "12.3" and "12"."""
    if match["reported"]:
        parts = [match["year"] or match["plain_year"], *(match["report"] or match["court"]).split(), match["page"]]
        yield " ".join(parts)
        yield from parts
    elif chapter := match["chapter"] or match["headed"]:
        yield "kap" + chapter.replace(" ", "")
    elif match["section"]:
        yield from ("§" + one.replace(" ", "") for one in (match["first"], match["section"]) if one)
    elif match["place"]:
        unit = UNIT_OF[(match["unit"] or match["mark"][0]).lower()]
        for place in _upwards(match["place"]):
            # a section is printed with § in many languages, in Swedish after its number
            yield f"§{place}" if unit == "section" else unit + place
            yield place
    elif match["short"]:
        yield match["short"]
        if language == "swedish":  # "6:3" is 6 kap. 3 §; elsewhere a time or a share
            chapter, _, section = match["short"].partition(":")
            yield from ("kap" + chapter, "§" + section)
    elif match["grouped"]:
        yield re.sub(r"\D", "", match["grouped"])
    else:
        yield from _upwards(match["number"])


def _upwards(place: str) -> Iterator[str]:
    yield place
    if len(place) <= LONGEST_PLACE:
        while (above := STEP.sub("", place)) != place:
            yield (place := above)


@cache
def _words(language: str) -> Callable[[str], tuple[str, ...]]:
    """The terms of one word in lower case, remembered."""
    stem = _stemmer(language)
    stop = STOP.get(language, frozenset())
    parts = _compounds(stem) if language == "swedish" else lambda word: ()

    @lru_cache(WORDS_CACHED)
    def of(word: str) -> tuple[str, ...]:
        if word in stop:
            return ()
        if IDEOGRAPHS.search(word):
            return tuple(_pairs(word))
        if "-" in word:
            pieces = [one for piece in word.split("-") for one in of(piece)]
            return (*pieces, *of(word.replace("-", "")))
        word = word.removesuffix("'s").replace("'", "")[:LONGEST]
        return (stem(word), *parts(word))

    return of


def _stemmer(language: str) -> Callable[[str], str]:
    if language not in Stemmer.algorithms():
        return lambda word: word
    snowball: Callable[[str], str] = Stemmer.Stemmer(language, 0).stemWord  # its own cache is not for several threads
    return (lambda word: _swedish(snowball, word)) if language == "swedish" else snowball


def _swedish(snowball: Callable[[str], str], word: str) -> str:
    """Snowball until nothing changes, and the definite endings that it leaves: miljön, ärendet, myndigheters."""
    while True:
        stem = snowball(word)
        if len(stem) >= 5 and stem[-1] == "n" and stem[-2] in "aeiouyåäö":
            stem = stem[:-1]
        elif len(stem) >= 6 and stem.endswith("et"):
            stem = stem[:-2]
        if stem == word:
            return stem
        word = stem


def _compounds(stem: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    """The parts of a Swedish compound as stems, the fewest that make it up; none where it is no compound that we know.

    The words that can be parts are a fixed list, so that what a text gives does not depend on what else is there.
    """
    known = frozenset(Path(__file__).with_name("swedish_words.txt").read_text(encoding="utf-8").split())

    def modifier(text: str) -> str | None:
        if text in known:
            return text
        return text[:-1] if text[-1] in LINKS and text[:-1] in known else None

    def parts(word: str) -> tuple[str, ...]:
        last = stem(word)
        if not LEAST_COMPOUND <= len(word) <= LONGEST_COMPOUND or last in known:
            return ()
        best: dict[int, tuple[str, ...]] = {}
        for start in range(len(word) - LEAST_PART, -1, -1):
            tail = stem(word[start:])
            options: list[tuple[str, ...]] = [(tail,)] if start and tail in known else []
            options += (
                (first, *best[end])
                for end in range(start + LEAST_PART, len(word) - LEAST_PART + 1)
                if end in best and (first := modifier(word[start:end]))
            )
            if options:
                best[start] = min(options, key=len)
        return best.get(0, ())

    return parts


def _pairs(run: str) -> Iterator[str]:
    """Each two neighbouring characters of scripts without spaces; other letters between them as they are."""
    for piece in IDEOGRAPHS.split(run):
        if piece:
            yield piece
    for match in IDEOGRAPHS.finditer(run):
        text = match[0]
        yield from (text[at : at + 2] for at in range(len(text) - 1)) if len(text) > 1 else (text,)
