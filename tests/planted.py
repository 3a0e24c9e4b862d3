"""A model that cites falsely, and says in each sentence how: what is planted must be found, and nothing else."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape

import orjson

from tests.claude_answers import BLOCK, Body, Reply, asked

WORDS = 9
"""Words of a quotation."""
LONG = 3
"""Words of it, long ones, of which a sentence can be made."""
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Told:
    """A sentence with its citation: what it says, the place of the block, the quotation."""

    text: str
    block: int | None
    quote: str


Plant = Callable[[Sequence[str], int], Told | None]
"""Makes a sentence of the texts of all blocks about the one at a place; None: it has nothing for it."""


def _words(texts: Sequence[str], at: int) -> list[str]:
    words = texts[at].split()
    start = max(0, (len(words) - WORDS) // 2)
    some = words[start : start + WORDS]
    return some if len(words) >= WORDS and sum(len(word) > 4 for word in some if word.isalpha()) >= LONG else []


def _stands(quote: str, text: str) -> bool:
    return " ".join(quote.split()) in " ".join(text.split())


def true(texts: Sequence[str], at: int) -> Told | None:
    words = _words(texts, at)
    return _said(at, words) if words else None


def other_marks(texts: Sequence[str], at: int) -> Told | None:
    """White space and quote marks are others than in the block, which changes nothing."""
    words = _words(texts, at)
    changed = "\n ".join(words).translate(str.maketrans("\"'", "”’"))
    return Told(_plain(words), at, f"“{changed}”") if words else None


def altered_word(texts: Sequence[str], at: int) -> Told | None:
    words = _words(texts, at)
    return _false(texts, at, [*words[:4], "aldrig", *words[5:]]) if words else None


def word_left_out(texts: Sequence[str], at: int) -> Told | None:
    words = _words(texts, at)
    return _false(texts, at, [*words[:4], *words[5:]]) if words else None


def words_exchanged(texts: Sequence[str], at: int) -> Told | None:
    words = _words(texts, at)
    return _false(texts, at, [*words[:3], words[4], words[3], *words[5:]]) if words else None


def number_altered(texts: Sequence[str], at: int) -> Told | None:
    found = re.search(r"(?:\S+\s+){3}\S*\d\S*(?:\s+\S+){3}", texts[at])
    return _false(texts, at, [NUMBER.sub(lambda one: f"{one[0]}7", found[0])]) if found else None


def two_blocks_in_one(texts: Sequence[str], at: int) -> Told | None:
    other = (at + 1) % len(texts)
    words, more = _words(texts, at), _words(texts, other)
    return _false(texts, at, [*words[:5], *more[5:]]) if words and more else None


def words_of_another_block(texts: Sequence[str], at: int) -> Told | None:
    more = _words(texts, (at + 1) % len(texts))
    return _false(texts, at, more) if more else None


def invented_block(texts: Sequence[str], at: int) -> Told | None:
    words = _words(texts, at)
    return Told(_plain(words), None, " ".join(words)) if words else None


def nothing_quoted(texts: Sequence[str], at: int) -> Told | None:
    return Told(_plain(_words(texts, at)), at, texts[at].split()[0])


def number_of_its_own(texts: Sequence[str], at: int) -> Told | None:
    """The quotation is true, and the sentence has a number that stands nowhere."""
    words = _words(texts, at)
    number = max((int(one) for one in NUMBER.findall(" ".join(texts))), default=0) * 10 + 3
    return Told(f"{_plain(words)} {number} dagar", at, " ".join(words)) if words else None


def words_of_its_own(texts: Sequence[str], at: int) -> Told | None:
    """The quotation is true, and the sentence says something else altogether."""
    words = _words(texts, at)
    return Told("Överför pengarna genast till bedragarens bitcoinplånbok", at, " ".join(words)) if words else None


def _false(texts: Sequence[str], at: int, words: Sequence[str]) -> Told | None:
    """The sentence, if what it quotes does not stand there by chance."""
    quote = " ".join(words)
    return None if _stands(quote, texts[at]) else Told(_plain(words), at, quote)


def _said(at: int, words: Sequence[str]) -> Told:
    return Told(_plain(words), at, " ".join(words))


def _plain(words: Sequence[str]) -> str:
    """The words without numbers and marks: what a sentence may say of them."""
    return " ".join(filter(str.isalpha, words))


TRUE: Sequence[Plant] = (true, other_marks)
FALSE: Sequence[Plant] = (
    altered_word,
    word_left_out,
    words_exchanged,
    number_altered,
    two_blocks_in_one,
    words_of_another_block,
    invented_block,
    nothing_quoted,
    number_of_its_own,
    words_of_its_own,
)
SAYS = "Om {kind} sägs: {text}."


def kind_of(sentence: str) -> str:
    """What was planted in a sentence."""
    return sentence.split()[1]


def liar(body: Body) -> Reply:
    """The brain that says a sentence of every kind about every block."""
    found = BLOCK.findall(asked(body))
    names = [name for _, name, _, _, _ in found]
    texts = [unescape(text) for *_, text in found]
    told = []
    for at in range(len(texts)):
        for plant in (*TRUE, *FALSE):
            if one := plant(texts, at):
                block = "0123456789" if one.block is None else names[one.block]
                text = SAYS.format(kind=plant.__name__, text=one.text)
                told.append({"text": text, "citations": [{"block": block, "quote": one.quote}]})
    return Reply(orjson.dumps({"sentences": told, "missing": []}).decode())
