"""Say how a heading of a filing is printed, and what its words alone tell."""

import re
from typing import NamedTuple

from piperoll.corpora.sec_10k.blocks import EMPHASIS, Block
from piperoll.corpora.sec_10k.filing import Look

LONGEST = 700
"""Characters of a heading; a risk factor's title is a sentence, often two or three."""
LONGEST_PLAIN = 90
"""Characters of a heading in a filing that is plain text."""
LONGEST_NOTE = 180
"""Characters of the heading of a note there: "Note 1 - Nature of Operations, Regulatory Matter and Summary of …"."""
LEAST_WORD = 7
"""Characters of a word of a heading, on average."""
FEWEST_LEAD = 3
"""Characters of words at the start of a paragraph that head it, "Liquidity." in bold, at least."""
LEAST_LED = 40
"""Characters of the text behind such words, at least, unless it is longer than they are."""
MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
CONTINUED = re.compile(r"\W{1,4}cont(?:inued|['’]?d)?\W{0,3}\Z", re.IGNORECASE)
NOTE = re.compile(r"(?i:note)\s(?:\d{1,2}|[A-Z])\b")
NOTES = re.compile(r"notes to\b", re.IGNORECASE)
OWNER = re.compile(
    r".{1,80}\b(?:and subsidiar(?:y|ies)|inc|incorporated|corp|corporation|company|ltd)\W{1,3}(?=notes to\b)",
    re.IGNORECASE,
)
"""Matches whose notes they are, in front of their heading: "REEF INC. AND SUBSIDIARIES NOTES TO …"."""
EXHIBITS = re.compile(r"(?:\(?(?:[a-z]|\d)[.)]\s{0,9}){1,2}(?:(?:list|schedule) of )?exhibits\W*\Z", re.IGNORECASE)
"""Matches "3. Exhibits", "(b) List of Exhibits" in Item 15."""
REPORTS_FILED = re.compile(r"\(?[a-d][.)]\s{1,9}(?:current )?reports on form 8-k[^.]{0,60}\W*\Z", re.IGNORECASE)
"""Matches "(b) Reports on Form 8-K:" behind the exhibits."""
REPORT = re.compile(
    r"reports? of (?:independent|management)\b|(?:report of .{3,60},\s)?independent auditors\b['’]?(?: report)?\W*\Z"
    r"|exhibit index|index (?:to|of) exhibits"
    r"|management['’]?s? (?:annual )?(?:report on|assessment of) internal control\b"
    r"|statement of management['’]?s? responsibilit"
    rf"|{EXHIBITS.pattern}|{REPORTS_FILED.pattern}"
    r"|(?:financial statement )?schedule\s[IVX\d]|index (?:to|of)\b.{0,40}\bfinancial statements\b",
    re.IGNORECASE,
)
"""Matches the title of an auditor's or the management's report, of a schedule to the statements, of their index, and
of the exhibits."""
STATEMENT = re.compile(
    # "Balance Sheets as of September 27, 2025", not "Balance Sheet Information"
    r"(?:(?:combined|consolidated|condensed)\s(?:and\s\w+\s)?){0,2}"
    r"(?:balance sheets?\b(?!\s(?!as\b|at\b|of\b|and\b)\w)|statements? of\b"
    r"|(?:(?:comprehensive\s)?income|cash\sflows?|(?:stock|share)holders['’]\sequity)\sstatements?(?=\W*\Z|\s\())",
    re.IGNORECASE,
)
"""Matches the title of a financial statement."""
GOES_ON = re.compile(r"(?i:and|for|of|on|over)\b|[a-z]|\((?!\w\))")
"""Matches the second line of a heading: "REPORT OF MANAGEMENT", "ON INTERNAL CONTROL"."""
DANGLES = re.compile(r"(?:\b(?:and|by|for|from|in|of|on|over|the|to|with|registered)|[,&–—-])\Z", re.IGNORECASE)
WEIGHTS = int(Look.BOLD | Look.ITALIC | Look.UNDERLINED | Look.CENTRED | Look.HEADING | Look.COLOURED)
LETTERS = re.compile(r"[A-Za-z]{2}")
LEAD, WEAK, UNDERLINED, STRONG = range(4)
SENTENCE = re.compile(r".{30}.*[.?!][”\"’')]*\s*\Z", re.DOTALL)
"""Matches the title of a risk, which is a sentence."""
LONG = 60
"""Characters from which a heading with a verb is a sentence though no stop ends it."""
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|may|might|can|cannot|could|will|would|must|do|does)\b", re.IGNORECASE
)
STOPS = (".", "?", ":", "—", "–", "-")
FIGURES = re.compile(r"\d[,.]\d{3}|\d\s+\d|\.{4}")
"""Stands in the row of a table in plain text: "NET CHANGE IN CASH (4,531) 1,250", "Exhibits......… 11"."""
ENTRY = re.compile(r"\W{0,4}[IVX\d]{1,5}\s?--")
"""Begins an entry of a list in plain text: "IV-- Additional Exhibits"."""
BULLET = re.compile(r"[•●▪◦·*–—-]\s?\S|o\s")
ACRONYM = re.compile(r"[A-Z]{1,5}|(?=\S*[A-Z])\S*\d\S*(?:\s[A-Z]{1,5})?")
"""Matches "EBITDA", "COVID-19", "4G LTE": capitals that say nothing of how a heading is printed."""
LABEL = re.compile(r"\([a-z]{1,3}\)")
SMALL = frozenset(
    "about after against among before between compared concerning during from into over regarding since than through"
    " under upon versus with within without".split()
)
"""Words that have no capital in a heading in which all others have one."""
VERSUS = re.compile(r"(?<=\s)vs?\.?(?=\s)")
MEASURED = re.compile(r"\s\([^()]*\bin (?:millions|thousands|billions)\b[^()]*\)(?=:?\Z)", re.IGNORECASE)
"""Matches the measure of the table that stood below a heading: "Lamp Sales (in millions):"."""
LABELLED = re.compile(r"(?:\(?(?:\d{1,2}|[a-zA-Z])[.)]|(?i:note)\s\d{1,2}\s?[.:]?)\t+[A-Z][^\t]+")


Print = tuple[int, bool]
"""How a heading is printed among those of its size: its emphasis, and whether it is in capitals."""
Orders = set[tuple[Print, Print]]
"""The prints of words in front of a text in whose sections such words stood, each with the print of these."""


class Sign(NamedTuple):
    """A sign is how a heading is printed: the size of large letters, how strong it is, its look, whether in capitals.

    A heading stands in none that is smaller or weaker: ``LEAD`` in front of a text, ``WEAK`` in italics, ``STRONG``.
    ``sentence`` says that it is one, as the title of a risk is; such a heading holds no other that is as strong.
    """

    large: int
    strength: int
    look: int
    capitals: bool
    sentence: bool


def printed(sign: Sign) -> Print:
    """Return what ranks a heading among those of its size, in a line of its own or in front of a text."""
    return sign.look & EMPHASIS, sign.capitals


def is_capitals(words: str) -> bool:
    """Return whether words are printed in capitals, as "SECTION 16(a)" and "RESULTS 2031 vs. 2030" are."""
    words = LABEL.sub("", VERSUS.sub("", words))
    return words.isupper() and not ACRONYM.fullmatch(words.strip())


def sign_of(block: Block, words: str) -> Sign:
    """Return how the words of a block are printed."""
    capitals = is_capitals(CONTINUED.sub("", words))
    strong = block.large or capitals or block.look & (Look.BOLD | Look.HEADING)
    strength = STRONG if strong else UNDERLINED if block.look & Look.UNDERLINED else WEAK
    return Sign(block.large, strength, block.look & WEIGHTS, capitals, is_sentence(words))


def is_sentence(words: str) -> bool:
    """Return whether a heading is a sentence."""
    if SENTENCE.match(words):
        return True
    return (len(words) >= LONG or words.rstrip().endswith((".", "?", "!"))) and VERB.search(words) is not None


def is_labelled(words: str, block: Block, following: Block) -> bool:
    """Return whether a row with nothing but a number and a title stands over a text: "(c)", "Investments".

    Args:
        words: of the row.
        block: the row.
        following: what stands below it.

    Returns:
        Whether it does.
    """
    text_below = not following.look & Look.CELL and following.end - following.start > LONGEST_PLAIN
    in_cells = block.look & Look.CELL and LABELLED.fullmatch(words) is not None
    title = words.partition("\t")[2].strip()
    return bool(in_cells) and text_below and len(title) <= LONGEST_PLAIN and not title.endswith((".", ",", ";", ":"))


def is_centred_title(words: str, block: Block) -> bool:
    """Return whether a line is the title of a statement, of the notes or of a report, in the middle of the page."""
    return bool(block.look & Look.CENTRED) and len(words) <= LONGEST_PLAIN and opens(words, NOTES, REPORT, STATEMENT)


def opens_part(title: str) -> bool:
    """Return whether a heading opens a part of the financial statements: a note, a report, a statement."""
    return opens(title, NOTE, NOTES, REPORT, STATEMENT)


def unmeasured(title: str) -> str:
    """Return a heading without the measure behind it: "Lamp Sales:"; the title of a statement stays as it is."""
    return title if opens_part(title) else MEASURED.sub("", title)


def opens(title: str, *patterns: re.Pattern[str]) -> bool:
    """Return whether a title begins as any of the patterns says."""
    return any(one.match(title) for one in patterns)


def is_plain_heading(words: str, longest: int = LONGEST_PLAIN) -> bool:
    """Return whether words of plain text are a heading: capitals, in one line or more, or capitals in front of most."""
    lines = [line.strip() for line in words.split("\n")]
    if len(lines) > 1 and not (words.isupper() and all(is_plain_heading(line.rstrip(","), longest) for line in lines)):
        return False
    words = "\n".join(lines)
    if len(words) > longest or words.endswith((".", ",", ";")):
        return False
    if FIGURES.search(words) or ENTRY.match(words) or BULLET.match(words):
        return False
    parts = [word for word in words.split() if word[0].isalpha()]
    large = sum(word[0].isupper() or len(word) < 4 or word in SMALL for word in parts)
    return bool(parts) and len(parts) * LEAST_WORD <= longest and large == len(parts) and "   " not in words


def is_unprinted_title(words: str, text: str, following: Block) -> bool:
    """Return whether a line is the title of a statement over its table, or of the notes over the first.

    Args:
        words: of the line, which need not be printed as a heading is.
        text: the stored text.
        following: the block behind it.
    """
    over = NOTES if following.table < 0 and following.emphasised and NOTE.match(text, following.start) else STATEMENT
    return over.match(words) is not None and (over is NOTES or following.table >= 0) and is_plain_heading(words)


def lead_of(text: str, block: Block) -> str:
    """Return the emphasised words that head a paragraph from within; "" without."""
    length, rest = block.lead - block.start, block.end - block.lead
    if block.table >= 0 or not FEWEST_LEAD < length <= LONGEST or rest < min(length, LEAST_LED):
        return ""
    words = " ".join(text[block.start : block.lead].split())
    following = text[block.lead : block.lead + 3].lstrip()
    ends = words.endswith(STOPS) or following.startswith(STOPS) or (following[:1].isupper() and words[-1].isalpha())
    return words.strip(" .:—–-") if ends and LETTERS.search(words) else ""
