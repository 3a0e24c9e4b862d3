"""Tell the pages that hold no document: a form to sign in, a landing page, the menu of a site, a title alone."""

import re
from itertools import pairwise

from piperoll.corpora.clauses.pages.menus import LONGEST, MANY, RULE, is_links
from piperoll.corpora.clauses.pages.setext import setext
from piperoll.corpora.clauses.words.captions import plain
from piperoll.text.paragraphs import all_rows

FORM = re.compile(
    r"(?i)\W*(?:(?:log|sign) ?in(?: or sign up| to continue.*)?|continue(?: with \w+)?|create (?:an )?account|next|"
    r"forgot (?:your )?(?:e-?mail|password)|e-?mail or phone|.{0,60}\bjavascript is (?:required|disabled)\b.{0,60}|"
    r".{0,40}\benable (?:javascript|cookies)\b.{0,60}|.{0,40}\byou are (?:a |not a )?(?:human|robot)\b.{0,60}|"
    r"(?:403 )?forbidden|access denied|(?:404 )?(?:page )?not found|just a moment)\W*"
)
"""Matches a line of a form, or one with which a site asks for what it needs to be seen."""
FORMS = 3
"""Such lines of a page that is a form."""
SENTENCE = 60
"""Characters of the shortest sentence."""
STOPS = (".", "!", "?", ":", ";", "。")
FEW, LINKS, SHARE = 10, 0.33, 0.7
"""Links of a landing page, and their share of its lines where none is a sentence; the share where one is."""


def no_document(text: str) -> str:
    """Return what a page is that holds no document, as the reason why it is set aside; "" for any other.

    It is a form, or links and pictures, with at most one sentence besides, or nothing but marked headings.

    Args:
        text: the stored text.
    """
    lines = list(all_rows(text))
    headings = [
        text[start] == "#" or bool(setext(text, (start, end), after)) for (start, end), after in pairwise(lines)
    ]
    if lines and all(
        marked or RULE.fullmatch(text, *row) for row, marked in zip(lines, [*headings, False], strict=True)
    ):
        return "title alone"
    return "site menu" if _is_menu(text) else ""


def _is_menu(text: str) -> bool:
    """Return whether a page is a form, or links and pictures, with at most one sentence besides."""
    rows = [row for row in all_rows(text) if not RULE.fullmatch(text, *row)]
    forms = links = sentences = 0
    for row in rows:
        line = plain(text[slice(*row)], LONGEST)
        if is_links(text, row):
            links += 1
        elif FORM.fullmatch(line):
            forms += 1
        elif text[row[0]] == "|" or (len(line) >= SENTENCE and text[slice(*row)].rstrip(" *_").endswith(STOPS)):
            sentences += 1
            if sentences > 1:
                return False
    if sentences:
        return links >= max(MANY, SHARE * len(rows))
    return forms >= FORMS or (links >= LINKS * len(rows) > 0 and (links >= FEW or links == len(rows)))
