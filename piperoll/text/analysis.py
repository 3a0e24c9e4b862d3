"""Turn text into terms: one function for chunks and queries alike, and one that adds terms to a query.

A term is a stemmed word, a part of a compound, a number as it is printed, or a reference. Function words are left out;
words of duty or exception ("shall", "not", "får", "inte") stay.
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
"""Words whose terms are cached: all of a corpus but its rarest; 40 MB at most."""

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
"""The number of a provision: "3", "4(2)", "12.3(a)", "1a", "6(1)(f)"."""
UNIT = "|".join(sorted((word for word in UNIT_OF if word.isalpha()), key=len, reverse=True))
CHAPTER = r"kap(?:\.|itel\b|itlet\b|\b)"
LETTERS = r"[^\W\d_]+(?:['-][^\W\d_]+)*(?!['-]?[^\W\d_])"
"""A whole word, never its beginning alone; possessive, it would match otherwise on Python 3.11.0 to 3.11.4."""
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
WORDS = ("letters", "before_number")
"""Groups that hold a word, all of the match."""
LONGEST_PLACE = 40
"""Characters; a longer number is not that of a provision."""
STEP = re.compile(r"\.\d+[a-z]?$|\([^()]*\)$", re.IGNORECASE)
"""The last step of a number: without it, the number of the enclosing provision."""
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
"""Letters between the parts of a compound: arbet-s-miljö, gat-u-kontor."""
DEFINITE = ("arna", "erna", "orna", "ens", "ets", "en", "et", "n", "t", "s")
"""Endings that a word loses as the first part of a compound, where its stem is shorter still: vintern, vint."""
ASKED = 20
"""Words of a query that are also searched in another spelling; a longer query is no question but a text."""
DOTTED = {"a": "åä", "o": "ö"}
DOTTED_LETTERS = 6
"""Letters of a word that may have lost their dots or ring, at most two of them at once."""


def name(language: str) -> str:
    """Return the name of the analysis that made an index; terms of one name match no terms of another."""
    return f"{VERSION}/{language}"


def terms(text: str, language: str) -> list[str]:
    """Return the terms of ``text`` in their order; chunks and queries are analysed alike.

    Args:
        text: of a chunk or a query.
        language: a language of Snowball such as ``english``; by any other name words are not stemmed.
    """
    text = unicodedata.normalize("NFKC", text).translate(QUOTES)
    of_word = _words(language)
    text_terms: list[str] = []
    for match in TOKEN.finditer(text):
        if match.lastgroup in WORDS:
            text_terms += of_word(match[0].lower())
        else:
            text_terms += (term.lower()[:LONGEST] for term in _number(match, language))
    return text_terms


def asked(text: str, language: str) -> list[str]:
    """Return the terms of a query: those of its text, then in Swedish those of other spellings.

    Most of the latter are in no chunk, and weigh nothing.

    * Two words, with only function words between them, as a compound in either order: "tid för uppsägning" adds
      "uppsägningstid".
    * Words with å, ä and ö where the query has none at all: "varden" adds "vården".
    """
    text_terms = terms(text, language)
    if language != "swedish":
        return text_terms
    text = unicodedata.normalize("NFKC", text).lower()
    words = re.findall(LETTERS, text)
    words = [word for word in words if word not in STOP[language] and LEAST_PART <= len(word) <= LONGEST_COMPOUND][
        :ASKED
    ]
    of_word = _words(language)
    others = [term for pair in pairwise(words) for joined in _joined(*pair, of_word) for term in of_word(joined)[:1]]
    if not {"å", "ä", "ö"} & set(text):
        others += (term for word in words for dotted in _dotted(word) for term in of_word(dotted))
    given = set(text_terms)
    return [*text_terms, *(term for term in dict.fromkeys(others) if term not in given)]


def _joined(word: str, next_word: str, of_word: Callable[[str], tuple[str, ...]]) -> Iterator[str]:
    """Yield the compounds of two words, without the ending of the first: skolan, skolskjuts; vintern, vinterdäck."""
    for first, last in ((word, next_word), (next_word, word)):
        bare = (first[: -len(ending)] for ending in DEFINITE if first.endswith(ending))
        for modifier in dict.fromkeys((first, *of_word(first)[:1], *bare)):
            if len(modifier) >= LEAST_PART:
                yield from (modifier + link + last for link in ("", *LINKS))


def _dotted(word: str) -> Iterator[str]:
    """Yield the spellings of ``word`` with å, ä or ö for one or two of its a and o."""
    positions = [at for at, letter in enumerate(word) if letter in DOTTED][:DOTTED_LETTERS]
    for count in (1, 2):
        for chosen in combinations(positions, count):
            for letters in product(*(DOTTED[word[at]] for at in chosen)):
                changed = list(word)
                for at, letter in zip(chosen, letters, strict=True):
                    changed[at] = letter
                yield "".join(changed)


def _number(match: re.Match[str], language: str) -> Iterator[str]:
    """Yield the terms of a reference or a number; "12.3(a)" is also found by "12.3" and "12"."""
    if match["reported"]:
        parts = [match["year"] or match["plain_year"], *(match["report"] or match["court"]).split(), match["page"]]
        yield " ".join(parts)
        yield from parts
    elif chapter := match["chapter"] or match["headed"]:
        yield "kap" + chapter.replace(" ", "")
    elif match["section"]:
        yield from ("§" + label.replace(" ", "") for label in (match["first"], match["section"]) if label)
    elif match["place"]:
        unit = UNIT_OF[(match["unit"] or match["mark"][0]).lower()]
        for number in _upwards(match["place"]):
            # a section is printed with § in many languages, in Swedish after its number
            yield f"§{number}" if unit == "section" else unit + number
            yield number
    elif match["short"]:
        yield match["short"]
        if language == "swedish":  # "6:3" is 6 kap. 3 §; elsewhere a time or a share
            chapter, _, section = match["short"].partition(":")
            yield from ("kap" + chapter, "§" + section)
    elif match["grouped"]:
        yield re.sub(r"\D", "", match["grouped"])
    else:
        yield from _upwards(match["number"])


def _upwards(number: str) -> Iterator[str]:
    """Yield the number of a provision and those of the provisions that enclose it."""
    yield number
    if len(number) <= LONGEST_PLACE:
        while (above := STEP.sub("", number)) != number:
            yield (number := above)


@cache
def _words(language: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function that returns the terms of one word in lower case, and caches them."""
    stem = _stemmer(language)
    stop = STOP.get(language, frozenset())
    parts = _compounds(stem) if language == "swedish" else lambda word: ()

    @lru_cache(WORDS_CACHED)
    def terms_of(word: str) -> tuple[str, ...]:
        if word in stop:
            return ()
        if IDEOGRAPHS.search(word):
            return tuple(_pairs(word))
        if "-" in word:
            part_terms = [term for piece in word.split("-") for term in terms_of(piece)]
            return (*part_terms, *terms_of(word.replace("-", "")))
        word = word.removesuffix("'s").replace("'", "")[:LONGEST]
        return (stem(word), *parts(word))

    return terms_of


def _stemmer(language: str) -> Callable[[str], str]:
    """Return the function that stems a word of a language."""
    if language not in Stemmer.algorithms():
        return lambda word: word
    snowball: Callable[[str], str] = Stemmer.Stemmer(language, 0).stemWord  # its own cache is not for several threads
    return (lambda word: _swedish(snowball, word)) if language == "swedish" else snowball


def _swedish(snowball: Callable[[str], str], word: str) -> str:
    """Return a Swedish stem: by Snowball until nothing changes, without definite endings (miljön, ärendet)."""
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
    """Return a function that splits a Swedish compound into its stems, as few as possible; none for any other word.

    The words that can be parts are a fixed list, so that the terms of a text do not depend on other texts.
    """
    vocabulary = frozenset(Path(__file__).with_name("swedish_words.txt").read_text(encoding="utf-8").split())

    def modifier(text: str) -> str | None:
        if text in vocabulary:
            return text
        return text[:-1] if text[-1] in LINKS and text[:-1] in vocabulary else None

    def parts(word: str) -> tuple[str, ...]:
        last = stem(word)
        if not LEAST_COMPOUND <= len(word) <= LONGEST_COMPOUND or last in vocabulary:
            return ()
        heads: dict[int, dict[int, str]] = {0: {}}  # by where a part begins and ends, from where a compound may be cut
        for start in range(len(word) - 2 * LEAST_PART + 1):
            if start in heads:
                for end in range(start + LEAST_PART, len(word) - LEAST_PART + 1):
                    if first := modifier(word[start:end]):
                        heads[start][end] = first
                        heads.setdefault(end, {})
        best: dict[int, tuple[str, ...]] = {}
        for start in sorted(heads, reverse=True):
            tail = stem(word[start:]) if start else ""
            options: list[tuple[str, ...]] = [(tail,)] if tail in vocabulary else []
            options += ((first, *best[end]) for end, first in heads[start].items() if end in best)
            if options:
                best[start] = min(options, key=len)
        return best.get(0, ())

    return parts


def _pairs(run: str) -> Iterator[str]:
    """Yield each two neighbouring characters of scripts without spaces, and other letters between them as they are."""
    for piece in IDEOGRAPHS.split(run):
        if piece:
            yield piece[:LONGEST]
    for match in IDEOGRAPHS.finditer(run):
        text = match[0]
        yield from (text[at : at + 2] for at in range(len(text) - 1)) if len(text) > 1 else (text,)
