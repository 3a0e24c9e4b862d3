"""Say what names a table and its columns: the words over it, the sentence that leads to it, and its first rows."""

import re
from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from operator import and_

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.lines import LEADS
from piperoll.corpora.sec_10k.not_headings import MEASURE, SIGNED
from piperoll.corpora.sec_10k.signs import GOES_ON
from piperoll.ranges import Range

CELL = re.compile(r"\t+|[ ]{2,}")
"""Matches the gap between two cells; plain text has spaces."""
SPACED = re.compile(r"\S+(?: \S+)*")
"""Matches a cell of plain text."""
RULE = re.compile(r"(?:(?<!\S)- )?(?:[-=_]{4,}|(?<!\S)[-=_]{3}(?!\S))")
TITLE_LENGTH = 400
"""Characters of a heading, a caption and the columns in a header; all but the longest risks are whole."""
HEAD_ROWS, MOST_HEAD_ROWS = 4, 12
"""Rows of words over figures from which on they are told column by column, and those over words at most; rows that are
looked at, at most."""
MOST_COLUMNS = 60
"""Columns of a table in plain text under which the words over them are looked for, at most."""
TOLD = re.compile(r"\bas follows:\s")
"""Matches what leads to its own text and no table: "as follows: $5 in lamps and $7 in bells"."""
SHOWS = re.compile(
    r"(?:The )?following (?:\w+ ){0,3}?"
    r"(?:is|are|sets?|represents?|summari[sz]es|presents?|shows?|reflects?|provides?|details)\b"
    r"|We (?:\w+ )?have the following\b|(?:presented |set forth |shown |listed )?below (?:is|are)\b"
    r"|An? (?:analysis|listing|reconciliation|schedule|summary)\b.{0,160}\bfollows\W*\Z|.*\blisted below are\b"
    r"|.*\bsigned\b.{0,80}\bby the following persons\b"
    r"|.*\b(?:is|are|were) (?:\w+ )?(?:listed|presented|shown|provided|summari[sz]ed|detailed|outlined) below\b",
    re.IGNORECASE,
)
"""Matches what leads to a table in other words: "The following is a summary …", "Our trademarks are listed below."."""
LAST = 4
"""Sentences in front of a table among which one leads to it."""
CELL_LENGTH, COLUMN_LENGTH = 130, 260
"""Characters of a cell that may name a column, and of one over figures; what is longer is text: "Description of the
Matter", and what it is."""
NAME_LENGTH = 60
"""Characters of a cell of a table of words that names a column without standing out."""
STANDS_OUT = Look.BOLD | Look.CENTRED
EXHIBIT = re.compile(
    r"\(?\d{1,3}(?:\.\w{1,4}){0,2}\)?(?:\([a-z]\))?(?:\s?[*†‡+#^]{1,3})?|(?:\(\d{1,3}\))?[A-Z]\.(?:\s\*)?"
    r"|Item\s\d{1,2}[A-C]?[.:]?"
)
"""Begins a row of a list of exhibits, or of Items: "10.1*", "10.1 *", "101.INS", "(3)A.", "Item 1A."."""
FOOTNOTE = re.compile(r"\([a-z\d]{1,2}\)|[*†‡]|\d\s?[A-Z]")
"""Begins a footnote of a table."""
BOX = re.compile(r"[^\n]{0,120}(?:[☐☒☑□■þ¨]|[\[/]\s?[Xx]?\s?[\]/])|[oxX]")
"""Ends in a box of the cover that is ticked or not."""
NUMBER = re.compile(
    r"[$€£(–—-]{0,3}\s?\d[\d,.]*\s?[%)]{0,2}|\$?[–—-]|[FS][-–]\d{1,3}(?:\s(?:to|[-–])\s[FS][-–][\d\s]{0,4})?"
)
"""Matches a figure, a dash in the place of one, and the numbers of pages: "F-2", "F-2 to F-3"."""
MARKED = re.compile(r"(?<=[\d%)–—-])\s(?:[(\[]\w{1,2}[)\]]|[*†‡]{1,3}|\d)\Z")
"""Matches the mark of a footnote behind a figure."""
YEAR = re.compile(r"\(?(?:19|20)\d\d\)?")
PERIOD = re.compile(r"(?:[A-Z][^\t\n]{0,40}\s)?\(?(?:19|20)\d\d\)?:?")
"""Matches a year, and what ends in one: "Year ended June 30, 2031"."""
MARKED_YEAR = re.compile(r"(?:19|20)\d{3}")
FEW_NAMES = 2
"""Cells of a row over columns for each mark of a footnote there; more than these are names."""
Place = tuple[int, int, str]
"""Holds where a cell begins and ends in its line, and its words."""


def row_start(text: str, row: Block) -> int:
    """Return where the row of a table begins: at the tabs of the empty cells in front of its first words."""
    start = row.start
    while start and text[start - 1] == "\t":
        start -= 1
    return start if text[start - 1 : start] in ("", "\n") else row.start


def named(lines: Sequence[str]) -> str:
    """Return the line that names a table, with those behind it that say its unit or its period."""
    first = next((at for at in reversed(range(len(lines))) if not MEASURE.match(lines[at])), 0)
    while first and GOES_ON.match(lines[first]):
        first -= 1
    return " ".join(lines[first:])


def lead_in(text: str, told: Sequence[Range]) -> str:
    """Return the sentence that leads to a table, of the last in front of it: "… as follows. See Note 5 for more."."""
    return next(filter(None, (_lead(text[slice(*span)]) for span in told[: -LAST - 1 : -1])), "")


def _lead(sentence: str) -> str:
    """Return the sentence in front of a table if it leads to it."""
    words = " ".join(sentence.split())
    leads = SHOWS.match(words) or (LEADS.search(words) and not TOLD.search(words))
    return words if leads or words.endswith(":") else ""


def head_of(text: str, rows: Sequence[Block]) -> str:
    """Return the words over the columns of a table: its rows in front of the first with numbers that are no years.

    A single cell below columns, "Current assets:", names rows, as a year does of several; a long one is text. Of a
    table of words the first row with columns is the last, but for those that are bold or in the middle as it is, where
    not all rows are.
    """
    head: list[str] = []
    grid: list[list[str]] = []
    places: list[list[Place]] = []
    columns = alone = False
    marks = rows[0].look & STANDS_OUT & ~reduce(and_, (row.look for row in rows))
    words = not any(is_figure(cell.strip()) for row in rows for cell in CELL.split(text[row.start : row.end])[1:])
    longest = CELL_LENGTH if words else COLUMN_LENGTH
    firsts = [CELL.split(text[row.start : row.end], 1)[0].strip() for row in rows[1:MOST_HEAD_ROWS]]
    exhibits = words or not firsts or any(map(EXHIBIT.fullmatch, firsts))  # one number alone begins no list
    periods = sum(PERIOD.fullmatch(text, row.start, row.end) is not None for row in rows) > 1  # "2031", rows, "2030"
    for row in rows[:MOST_HEAD_ROWS]:
        cells = _unmarked([cell.strip() for cell in CELL.split(text[row.start : row.end])])
        inside = text[row_start(text, row)] == "\t"
        over = columns or (alone and not inside)
        period = MEASURE.match(cells[0]) or YEAR.fullmatch(cells[0])
        named = len(cells) == 1 and over and (not period or (periods and PERIOD.fullmatch(cells[0]) is not None))
        names = MEASURE.match(cells[0]) or any(map(YEAR.fullmatch, cells))
        titled = len(cells) == 1 and not columns and row.look & rows[0].look & Look.CENTRED  # a statement's name
        if any(map(SIGNED.match, cells)):
            return shortened(" | ".join(head)) if columns else ""  # who signs is no column
        plain = bool(head) and bool(rows[0].look & ~row.look & Look.BOLD) and not names and not titled
        if (
            named
            or plain
            or (exhibits and EXHIBIT.fullmatch(cells[0]))
            or any(map(BOX.fullmatch, cells))
            or any(len(cell) > longest or ";" in cell or is_figure(cell) for cell in cells[1:])
            or (words and not row.look & marks and (columns or max(map(len, cells)) > NAME_LENGTH))
        ):
            break
        columns = columns or len(cells) > 1
        alone = alone or (len(cells) == 1 and inside)  # the only column has a name
        if any(map(str.isalnum, name := tidy(" ".join(cells)))):
            head.append(name)
            grid.append(text[row_start(text, row) : row.end].split("\t"))
            places.append(_places(text, row, cells))
    in_cells = max(map(len, grid), default=0) > 1
    placed = [] if in_cells else _by_place(places)  # plain text has no tabs
    if in_cells and not words and len(head) >= HEAD_ROWS:
        placed = grid
    return shortened(" | ".join(filter(None, _down(head, placed) if placed else head[:HEAD_ROWS])))


def _unmarked(cells: list[str]) -> list[str]:
    """Return the cells of a row over columns without the marks of footnotes: "2030", "20311"; "Sales", "1", "Costs".

    Marks in cells of their own count from 1, and all other cells are words.
    """
    if any(map(YEAR.fullmatch, cells)):
        return [cell[:-1] if MARKED_YEAR.fullmatch(cell) else cell for cell in cells]
    marks = [cell for cell in cells[1:] if is_figure(cell)]
    alone = marks == [str(number) for number in range(1, len(marks) + 1)] and len(cells) > FEW_NAMES * len(marks)
    return [cell for cell in cells if cell not in marks] if alone else cells


def _places(text: str, row: Block, cells: Sequence[str]) -> list[Place]:
    """Return the cells of a row of plain text without marks, each with where in its line it begins and ends."""
    line = text.rfind("\n", 0, row.start) + 1
    spaced = SPACED.finditer(RULE.sub(lambda rule: " " * len(rule[0]), text[line : row.end]))
    places = [(*cell.span(), cell[0]) for cell in spaced]
    if len(places) == len(cells):
        return [(start, end, cell) for (start, end, _), cell in zip(places, cells, strict=True)]
    return [place for place in places if place[2] in cells]


def _by_place(rows: Sequence[Sequence[Place]]) -> list[list[str]]:
    """Return the cells of rows of plain text up to the widest, the last ones by its columns; [] where it is alone.

    A row of which a cell stands over several columns, or alone at the left, is one cell, and so are those above it; and
    so is one over years that has fewer cells than there are years.

    Args:
        rows: the cells of each row.
    """
    widest = max(range(len(rows)), key=lambda at: (len(rows[at]), at), default=0)
    grid = [[""] for _ in rows[:widest]]
    columns = rows[widest] if rows and len(rows[widest]) <= MOST_COLUMNS else ()
    years = [YEAR.fullmatch(words) is not None for _, _, words in columns]
    for at in reversed(range(widest)):
        below = [
            [n for n, one in enumerate(columns) if start <= one[1] and one[0] <= end] for start, end, _ in rows[at]
        ]
        over = [one[0] for one in below if len(one) == 1]
        several = len(set(over)) < len(below) or (len(below) < sum(years) and any(years[n] for n in over))
        if several or (over == [0] and rows[at][0][0] <= columns[0][0]):
            break
        cells = dict(zip(over, (words for _, _, words in rows[at]), strict=True))
        grid[at] = [cells.get(n, "") for n in range(len(columns))]
    return [*grid, [words for _, _, words in columns]] if grid and len(grid[-1]) > 1 else []


def _down(head: Sequence[str], grid: Sequence[Sequence[str]]) -> list[str]:
    """Return the words over each column: "Total", "Number" and "of Shares" stand below each other.

    The rows above the first that reaches the last column may have cells over several; these are told before, and a unit
    alone in the last row behind them.

    Args:
        head: the words of each row.
        grid: the cells of each row.
    """
    widest = max(map(len, grid))
    first = next(at for at, row in enumerate(grid) if len(row) == widest)
    last = len(grid)
    while (
        last > first + 1
        and widest > FEW_NAMES
        and sum(map(bool, grid[last - 1])) == 1
        and MEASURE.match(head[last - 1])
    ):
        last -= 1
    columns = (tidy(" ".join(column)) for column in zip_longest(*grid[first:last], fillvalue=""))
    return [*head[:first], *columns, *head[last:]]


def shortened(title: str) -> str:
    """Return a title for a header; one that is too long ends in "…", at a word."""
    return title if len(title) <= TITLE_LENGTH else f"{title[:TITLE_LENGTH].rpartition(' ')[0]} …"


def is_figure(cell: str) -> bool:
    """Return whether a cell is a number and no year."""
    cell = MARKED.sub("", cell)
    return NUMBER.fullmatch(cell) is not None and not YEAR.fullmatch(cell)


def names_rows(row: str) -> bool:
    """Return whether a row has one cell that names the rows below it: "Investing activities", "2031"."""
    words = row.strip()
    short = len(words) <= CELL_LENGTH and not words.endswith((".", ";", ","))
    return short and not (CELL.search(words) or FOOTNOTE.match(words) or is_figure(words) or RULE.match(words))


def tidy(words: str) -> str:
    """Return words with single spaces, without lines that are drawn with characters."""
    return " ".join(RULE.sub(" ", words).split())
