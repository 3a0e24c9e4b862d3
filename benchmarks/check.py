"""Count what `piperoll check` says of memos of which the truth is known: verdict by truth, for each corpus.

    python -m benchmarks.check CORPUS ... [--seed N] [--each N] [--misses]

The corpora are those of the settings: published editions of the profiles se-law, hk-cases, sst, contracts or terms. Of
each a memo is drawn with N true, altered, misattributed and invented citations:

true           some words of a place, with its citation
altered        a word changed, a negation dropped or put in, a number changed, words in another order, a part left out
misattributed  the words of a place with the citation of another one, of the same document or of another
invented       no such place, no such document, or words that stand nowhere
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from piperoll import library
from piperoll.library import CorpusReader

VERDICTS = ("verbatim", "altered", "misattributed", "repealed", "not_found", "unchecked")
TRUTHS = ("true", "altered", "misattributed", "invented")
WORDS = (8, 35)
"""Words of a quotation."""
NEGATIONS = frozenset("not no never inte ej icke aldrig ingen inget inga".split())
SYLLABLES = "ba ken dor li ma ton ver sal pi rung ost fel tra nim gol ard".split()
FORMS = (
    "“{quote}” ({cite}).",
    "{cite} says that “{quote}”.",
    "As it was put in {cite}:\n\n> {quote}\n\nThat is all.",
    "The point is simple: “{quote}” ({cite}), and nothing else follows.",
)


@dataclass(frozen=True)
class Place:
    """A citable place: how it is cited, its document, and its words."""

    document: str
    path: str
    cite: str
    text: str

    def words(self) -> list[str]:
        return self.text.split()


@dataclass(frozen=True)
class Drawn:
    """One sentence of the memo, with what is true of it."""

    truth: str
    sort: str
    text: str


def places(reader: CorpusReader, rng: Random, most: int) -> list[Place]:
    """Return places of documents that are in force, from documents drawn at random."""
    with reader.connection() as (connection, corpus):
        profile = corpus.profile
        keys = [
            key
            for (key,) in connection.execute(
                "SELECT DISTINCT d.key FROM version v JOIN document d ON d.id = v.document_id"
                " WHERE v.corpus_id = %s AND v.status = 'chunked' AND (v.valid_to IS NULL OR v.valid_to > now())"
                " AND (v.valid_from IS NULL OR v.valid_from <= now()) ORDER BY d.key",
                (corpus.id,),
            )
        ]
    rng.shuffle(keys)
    found: list[Place] = []
    for key in keys[:most]:
        shown = reader.show(key)
        version = shown.versions[0]
        for chunk in version.chunks:
            if chunk.in_force:
                numbers = [
                    *chunk.metadata.get("paragraph_numbers", ()),
                    *map(int, re.findall(r"^para\.(\d+)$", chunk.path)),
                ]
                found += PLACES[profile](shown.document, version.title, chunk.path, chunk.content, rng, numbers)
    return found


def _statute(
    document: str, title: str, path: str, content: str, rng: Random, numbers: Sequence[int]
) -> Iterator[Place]:
    match = re.fullmatch(r"kap(\w+)\.§(\w+)", path)
    if not match or not document.startswith("SFS "):
        return
    chapter, section = (re.sub(r"(?<=\d)(?=[a-z])", " ", one) for one in match.groups())
    number = f"{chapter} kap. {section} §" if chapter != "0" else f"{section} §"
    key = document.removeprefix("SFS ")
    cite = rng.choice((f"{number} lagen ({key})", f"{document}, {number}", f"{number} i lagen ({key})"))
    yield Place(document, path, cite, re.sub(r"^[#\s]*(?:\d+\s?[a-z]?\s?§|§\s?\d+)\s*", "", content))


def _judgment(
    document: str, title: str, path: str, content: str, rng: Random, numbers: Sequence[int]
) -> Iterator[Place]:
    if not re.search(r"\d{4}\]? [A-Z]", document):
        return
    for match in re.finditer(r"^\[?(\d{1,3})[\].][\t ]+(\S.*)$", content, re.MULTILINE):
        number = match[1]
        if int(number) not in numbers or len(re.findall(rf"^\[?{number}[\].][\t ]", content, re.MULTILINE)) > 1:
            continue  # a number in what the judgment quotes
        cite = rng.choice(
            (f"{document} at [{number}]", f"{document}, para {number}", f"{document} at paragraph {number}")
        )
        yield Place(document, f"para.{number}", cite, match[2])


def _contract(
    document: str, title: str, path: str, content: str, rng: Random, numbers: Sequence[int]
) -> Iterator[Place]:
    if not re.fullmatch(r"\d+(?:\.\d+){0,2}", path):
        return
    word = rng.choice(("Section", "Clause"))
    yield Place(document, path, f"{word} {path} of the {title}", re.sub(r"^[#\s]*\d[\d.]*\.?\s*", "", content))


PLACES: dict[str, Callable[[str, str, str, str, Random, Sequence[int]], Iterator[Place]]] = {
    "se-law": _statute, "hk-cases": _judgment, "sst": _judgment, "contracts": _contract, "terms": _contract,
}  # fmt: skip


def plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def quote(place: Place, rng: Random, least: int = WORDS[0]) -> list[str]:
    words = place.words()
    size = min(len(words), rng.randint(least, WORDS[1]))
    start = rng.randint(0, len(words) - size)
    return words[start : start + size]


def altered(words: Sequence[str], rng: Random) -> tuple[str, list[str]] | None:
    """Return the sort of a change and the changed words; None: it changed nothing."""
    changed = list(words)
    sort = rng.choice(("word", "negation", "number", "order", "left out"))
    at = rng.randrange(1, len(words) - 1)
    if sort == "word":
        changed[at] = rng.choice(("otherwise", "förvisso", "lighthouse", "vessel"))
    elif sort == "negation":
        negative = [place for place, word in enumerate(words) if word.lower() in NEGATIONS]
        if negative:
            del changed[negative[0]]
        else:
            changed.insert(at, rng.choice(("not", "inte")))
    elif sort == "number":
        numbers = [place for place, word in enumerate(words) if re.search(r"\d", word)]
        if not numbers:
            return None
        changed[numbers[0]] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), changed[numbers[0]], count=1)
    elif sort == "order":
        changed[at], changed[at + 1] = changed[at + 1], changed[at]
    else:
        size = max(1, len(words) // 4)
        start = rng.randrange(1, len(words) - size)
        del changed[start : start + size]
    return None if plain(" ".join(changed)) in plain(" ".join(words)) and sort != "left out" else (sort, changed)


def nonsense(rng: Random) -> list[str]:
    size = rng.randint(*WORDS)
    return ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 3))) for _ in range(size)]


def invented(place: Place, others: Sequence[Place], rng: Random) -> tuple[str, str]:
    """Return the sort, and a sentence with a citation of what does not exist, or with words that stand nowhere."""
    sort = rng.choice(("place", "document", "words"))
    if sort == "words":
        return sort, sentence(" ".join(nonsense(rng)), place.cite, rng)
    if sort == "place":
        number = re.findall(r"\d+", place.path)[-1]
        cite = re.sub(rf"(?<![\d:]){number}(?=\s?§|\]|$| of the)", str(int(number) + 800), place.cite, count=1)
    else:
        cite = re.sub(r"(\d{4})(:|\] [A-Z]+(?: [A-Z][a-z]+)? |\s[A-Z]+ )\d+", r"\g<1>\g<2>9876", place.cite, count=1)
    if cite == place.cite:
        return "words", sentence(" ".join(nonsense(rng)), place.cite, rng)
    quoted = " ".join(quote(rng.choice(others), rng)) if rng.random() < 0.5 else " ".join(nonsense(rng))
    return sort, rng.choice((f"This follows from {cite}.", sentence(quoted, cite, rng)))


def sentence(quoted: str, cite: str, rng: Random) -> str:
    quoted = re.sub(r"[“”«»\"„]", "'", quoted)
    return rng.choice(FORMS).format(quote=quoted, cite=cite)


def draw(found: Sequence[Place], each: int, rng: Random) -> list[Drawn]:
    long = [place for place in found if len(place.words()) >= WORDS[0] + 2]
    drawn: list[Drawn] = []
    while sum(one.truth == "true" for one in drawn) < each:
        place = rng.choice(long)
        drawn.append(Drawn("true", "", sentence(" ".join(quote(place, rng)), place.cite, rng)))
    while sum(one.truth == "altered" for one in drawn) < each:
        place = rng.choice(long)
        changed = altered(quote(place, rng), rng)
        if changed and plain(" ".join(changed[1])) not in plain(place.text):
            drawn.append(Drawn("altered", changed[0], sentence(" ".join(changed[1]), place.cite, rng)))
    while sum(one.truth == "misattributed" for one in drawn) < each:
        place, sort = rng.choice(long), rng.choice(("place", "document"))
        same = [one for one in found if one.document == place.document and one.path != place.path]
        other = rng.choice(same if sort == "place" and same else found)
        words = " ".join(quote(place, rng))
        inside = other.document == place.document and f"{place.path}.".startswith(f"{other.path}.")
        if plain(words) not in plain(other.text) and not inside:
            drawn.append(Drawn("misattributed", sort, sentence(words, other.cite, rng)))
    while sum(one.truth == "invented" for one in drawn) < each:
        sort, text = invented(rng.choice(long), long, rng)
        drawn.append(Drawn("invented", sort, text))
    rng.shuffle(drawn)
    return drawn


def verdict_of(found: Sequence[tuple[str, str]]) -> str:
    """Return the verdict on a sentence: the false one, if there is any; what does not exist counts first."""
    verdicts = {verdict for _, verdict in found}
    for one in ("not_found", "misattributed", "altered", "repealed", "verbatim"):
        if one in verdicts:
            return one
    return "unchecked"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--each", type=int, default=100)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    with library.open() as base:
        for name in options.corpora:
            rng = Random(options.seed)
            drawn = draw(places(base[name], rng, 80), options.each, rng)
            memo, spans = "", []
            for one in drawn:
                spans.append((len(memo), len(memo) + len(one.text)))
                memo += one.text + "\n\n"
            began = time.process_time()
            result = base[name].check(memo, as_of=date.today())
            took = time.process_time() - began
            table: Counter[tuple[str, str]] = Counter()
            false_verbatim = 0
            for one, (start, end) in zip(drawn, spans, strict=True):
                own = [found for found in result.citations if start <= found.start < end]
                verdict = verdict_of([(found.text, found.verdict) for found in own])
                table[one.truth, verdict] += 1
                false_verbatim += one.truth != "true" and any(found.verdict == "verbatim" for found in own)
                right = {"true": {"verbatim"}, "invented": {"not_found"}}.get(one.truth, {one.truth})
                if options.misses and verdict not in right:
                    print(f"--- {one.truth}/{one.sort} -> {verdict}: {one.text[:400]!r}")
                    for found in own:
                        print(f"      {found.verdict} {found.text[:50]!r} {found.document} {found.path} {found.detail}")
            print(f"{name}: {len(memo):,} characters, {took:.1f} processor seconds, {false_verbatim} false verbatim")
            print(f"{'':16}" + "".join(f"{one:>14}" for one in VERDICTS))
            for truth in TRUTHS:
                print(f"{truth:16}" + "".join(f"{table[truth, one]:>14}" for one in VERDICTS))


if __name__ == "__main__":
    main()
