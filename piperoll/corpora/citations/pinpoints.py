"""Read the numbers after a citation, "at [45]", "at paras 45-47", "§70", and the parts of a provision, "36(1)(a)".

The rules for decisions and those for enactments share this module. Every repetition is bounded, so that a hostile run
of brackets or digits has a constant cost at each character.
"""

import re

from piperoll.corpora.common.numbered import paragraph_path

YEAR = r"(?:1[5-9]|20)\d\d"
DASH = r"\-‐‑–—¬"
PARAGRAPH = r"(?:para(?:graph)?s?\b\.?|§§?|¶¶?)"
"""Text before the number of a paragraph: "para.", "paragraphs", "§"."""
_NUMBER = rf"(?!{YEAR}\b(?!\]?\s?above))\d{{1,4}}[A-Z]?(?:\([0-9a-z]{{1,4}}\)){{0,4}}"
_SEPARATOR = rf"\s{{0,3}}(?:[{DASH}]{{1,3}}|[,&]|and|to)\s{{0,3}}(?:and\s{{1,3}})?"
_NEXT = rf"(?:paras?\.?\s{{1,3}}|§)?\[?{_NUMBER}\]?(?![.,]?\d|\s?[A-Z][A-Z.]|\s+(?:O\.R|F\.|per)\b)"
PLAIN_NUMBERS = rf"\[?{_NUMBER}\]?(?:{_SEPARATOR}{_NEXT}|{_SEPARATOR}\([0-9a-z]{{1,4}}\)){{0,40}}"
"""One number or a list of them: "45", "[45]-[47]", "12, 15-17 and 30", "6(2) to (4)"."""
BRACKETED_NUMBERS = rf"\[{_NUMBER}\](?:{_SEPARATOR}\[{_NUMBER}\]|\s?[{DASH}]{{1,3}}\s?{_NUMBER}(?!\d)){{0,40}}"
"""A list in which only the brackets show that the numbers are paragraphs."""
PINPOINT = rf"(?:{PARAGRAPH}\s{{0,3}}{PLAIN_NUMBERS}|{BRACKETED_NUMBERS})"
FIRST = re.compile(r"\d+")

LEVEL = r"\(\s?_?(?:\d{1,3}(?:\.\d{1,2})?[A-Z]{0,3}|[a-z]{1,5}(?:\.\d{1,2})?|[A-Z]{1,3})_?\s?\)"
"""One step into a provision, as printed: "(1)", "(2A)", "(a)", "(ii)", "(2.1)"."""
LABEL = rf"\d{{1,4}}[A-Z]{{0,4}}(?:[.{DASH}]\d{{1,4}}(?![\d{DASH}]))?(?:\.\d{{1,3}})?"
"""The number of a provision: "36", "39A", "490.012"."""
_LEVELS = re.compile(r"\(\s?_?([^()_\s]*)_?\s?\)")


def paragraph(printed: str) -> str:
    """Return the path of the first paragraph in a printed pinpoint: "at paras 45-47" → ``para.45``."""
    match = FIRST.search(printed)
    return paragraph_path(int(match[0])) if match else ""


def steps(printed: str) -> list[str]:
    """Return a provision step by step: "36(1)(a)" → ``["36", "1", "a"]``, "(1)(a)" → ``["1", "a"]``."""
    label = re.match(r"[^\s(]+", printed)
    return ([label[0]] if label else []) + _LEVELS.findall(printed)


def sibling(path: str, printed: str) -> str:
    """Return the path of a provision printed as steps only: "(b)" after ``s.4.1.a`` → ``s.4.1.b``.

    The first printed step replaces the last step of the same sort, number or letters.
    """
    own = steps(printed)
    parts = path.split(".")
    for at in range(len(parts) - 1, 1, -1):
        if parts[at].isalpha() == own[0].isalpha():
            return ".".join((*parts[:at], *own))
    return ".".join((*parts, *own))
