"""Treat what documents say, and what models say of them, as data that may be hostile.

A document may hold instructions, and a model may obey them. So text of documents is escaped before it is sent, chunks
have names that no document can know, and what comes back is used only where it could have come of the chunk itself.
"""

import re
import unicodedata
from collections.abc import Container, Iterable
from html import escape

from piperoll.hashing import digest

LINK = re.compile(r"https?:|www\.|mailto:|javascript:|data:\w|\]\(|\[[^\]\n]{1,200}\]\[|!\[", re.IGNORECASE)
MARKUP = re.compile(r"""<[/!?]?[a-zA-Z]|&(?:lt|gt|amp|#\w{1,6});|```|[{}]|<\||"\s?[\]:,]\s?["\[]""")
ORDER = re.compile(
    r"""
    \b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|prompt|rule|above|previous|prior|earlier)
  | \b(?:bortse|ignorera|glöm|strunta)\b.{0,40}\b(?:instruktion|anvisning|ovan|tidigare|föregående|prompt|regler)
  | \b(?:ignorez|oubliez|ignoriere|vergiss|ignora|olvida)\b.{0,40}\b(?:instruc|consigne|anweisung|prompt)
  | \b(?:system|developer|hidden|initial)\s+(?:prompt|message|instruction)
  | \b(?:you\s+are\s+now|from\s+now\s+on|as\s+an\s+ai|language\s+model|jailbreak|do\s+anything\s+now)\b
  | \b(?:du\s+är\s+nu|från\s+och\s+med\s+nu\s+ska\s+du|språkmodell)\b
  | (?:^|\n|\s)(?:human|assistant|system|user)\s*:
  | \b(?:respond|reply|answer|output|write|print|say|repeat)\b.{0,20}\b(?:only|exactly|with|following)\b.{0,3}[:"“']
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""Matches what is said to a model, as "Ignore all previous instructions" or "Assistant: ..."."""
WORD = re.compile(r"\w+")
CONTENT_WORD = re.compile("[^\\W\\d_]{4,}|[\u3400-\u9fff]")
STEM = 5
"""Characters of a word by which it is the same word: "arbetsgivaren" and "arbetsgivarens"."""
COPIED = 8
"""Words in a row that stand elsewhere in the document, and not in the chunk, tell that a text is copied from there."""
SUPPORTED = 0.15
"""Share of the words of a text, by their stems, that the chunk or its header must have. A good prefix in other words
had 0.18: "Denna paragraf specificerar arbetsgivarens ansvar …" for SFS 1977:1160, 2 kap. 3 §."""
Run = tuple[str, ...]


def escaped(text: str) -> str:
    """Return text of a document as it is sent: no mark in it can end what it stands in."""
    return escape(visible(text))


def visible(text: str) -> str:
    """Return text without characters that nobody sees: control characters, marks of direction, joiners, tags."""
    return "".join(one for one in text if one in "\n\t" or unicodedata.category(one) not in ("Cc", "Cf", "Co", "Cs"))


def name_of(*parts: str) -> str:
    """Return a name for a part of a document, which is a hash of all of it: no document can hold its own."""
    return digest(*parts)[:5].hex()


def order_in(text: str) -> str:
    """Return why a text is not used, whatever it is about; "": it may be."""
    if visible(text) != text.replace("\r", ""):
        return "hidden characters"
    for pattern, what in ((LINK, "a link"), (MARKUP, "markup"), (ORDER, "instructions")):
        if pattern.search(text):
            return what
    return ""


def runs(text: str) -> set[Run]:
    """Return all runs of COPIED words of a text."""
    words = WORD.findall(text.casefold())
    return {tuple(words[start : start + COPIED]) for start in range(len(words) - COPIED + 1)}


def stems(text: str) -> set[str]:
    """Return the stems of the words of a text that say something."""
    return {word[:STEM] for word in CONTENT_WORD.findall(text.casefold())}


def unheard(text: str, known: Container[str]) -> int:
    """Return how many words in a row a text has that say something and whose stems are not known."""
    longest = run = 0
    for word in CONTENT_WORD.findall(text.casefold()):
        run = 0 if word[:STEM] in known else run + 1
        longest = max(longest, run)
    return longest


def supported(text: str, by: Iterable[str], share: float = SUPPORTED) -> bool:
    """Return whether enough words of a text stand in what it is about.

    Args:
        text: what is said.
        by: what it is about.
        share: of its words, by their stems, that must stand there.
    """
    said = stems(text)
    known = set().union(*map(stems, by))
    return bool(said) and len(said & known) >= share * len(said)
