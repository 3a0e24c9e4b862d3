"""Say what stands over the parts of a unit that was cut: the subject headings, and the words that lead to a list.

A part of an appendix, or of a text without §§, may begin with the seventh item of a list; its header has what it needs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from piperoll.corpora.common.leads import LOOK_BACK, shortened
from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.grammar import DIVISION, heading_text, is_table_row
from piperoll.text.paragraphs import paragraphs
from piperoll.text.sentences import ends

RUN = 3
"""More headings in a row than this are a list or a table: of a part that was cut none of them stands over what follows,
over a provision the last one at most."""
MOST = 2
"""Lead-ins in a header at most: the innermost ones."""
# "7) medborgare i en stat …", "b. en 'toppeffekt' större än 4 000 MW.", "– fartyg", "2. fiske"
# "(1) A …", "(a) …"
ITEM = re.compile(
    r"(?:(?P<number>\d{1,3})[.):]|(?P<letter>[a-zåäö]{1,2})[.)]|(?P<dash>[-–—•*])"
    r"|\((?:(?P<counted>\d{1,3})|(?P<inner>[a-zåäö]{1,4}))\))\s"
)
# rows that a converter marked as headings: "Ansökan om registrering av en PEPP-produkt (artikel 6) P" (2001:911),
# "Ecuador 1993-12-01 -" (1999:1040), "Åtgärd Högsta arvode kr" (1973:638)
ROW = re.compile(r"[a-zåäö)] (?:\(\d[^()]{0,30}\) )?[A-ZÅÄÖ]\s*\Z(?<=.{30})|\b\d{4}-\d{2}-\d{2}\b|\skr\s*\Z")
ROW_LIMIT = 300
"""Characters of a heading in which the end of a row is looked for."""
WORDS = re.compile(r"[^\W\d]{2}")
# "… är följande.", "… ska ställas upp i följande form.", "… följande rubriker och poster:": the lines below are a list
LEADS = re.compile(r"\bföljande(?!\s\d)(?:\s\w+){0,4}[.:]\s*\Z")
LONGEST_LEAD = 80
"""Characters at the end of a sentence that show whether it leads to a list."""
# "… i hela landet.", "… som avses i a);", "…, eller", "…; or": the end of a sentence, or of an item of a list
CLOSED = re.compile(r"(?:[.;)]|[,;]\s+(?:och|eller|samt|and|or))\Z")
# "I. Äktenskap", "B Förmåner", "2. Avgifter": one of several, of which no other stands over the next
COUNTED = re.compile(r"(?:[IVX]{1,5}|[A-H]|\d{1,2})[.:)]?\s")
ARTICLE = re.compile(r"Arti(?:kel|cle)\s\w{1,8}(?:\s(?:[a-z]|bis|ter|quater))?\.?", re.IGNORECASE)
NUMBERS, LETTERS = frozenset({"number", "counted"}), frozenset({"letter", "inner"})
"""The marks of items."""
LIST = "LIST_ITEM"
"""The role of a block that is a list, as the source says it."""


@dataclass(frozen=True, slots=True)
class Over:
    """Hold what stands over a paragraph that ends at ``end``: headings and lead-ins, each from the outermost."""

    end: int
    names: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()


@dataclass(slots=True)
class Standing:
    """The subject headings that stand over the next provision, each with its level, from the outermost."""

    names: list[tuple[int, str]] = field(default_factory=list)
    paired: bool = False
    """Whether the last two have one level, or none is known, and were printed one below the other: a group and its
    first part, so that the next heading is that of its second part (so it is in 164 of 167 where levels are marked)."""

    def enter(self, names: list[tuple[int, str]], *, follows: bool) -> None:
        """Let headings stand over a provision and over those after it.

        They end the headings of their level and below that stood before. A heading of which no level is known, as in
        plain text, ends all.

        Args:
            names: the headings, each with its level.
            follows: whether the provision is the § after the one before: where the source lost some, a heading of these
                may be left.
        """
        first, alone = names[0][0], len(names) == 1
        kept = [one for one in self.names if 0 < one[0] < first]
        if alone and self.paired and follows and self.names[-1][0] == first:
            above = self.names[-2]
            kept += [above] if not (COUNTED.match(above[1]) and COUNTED.match(names[0][1])) else []
        self.names = kept + names
        self.paired = follows and len(names) == 2 and first == names[1][0]


@dataclass(slots=True)
class _Lists:
    """Keep the lists that are open: the dress of the items of each, and the words that lead to it."""

    text: str
    open: list[tuple[str, str]] = field(default_factory=list)
    before: tuple[int, int] | None = None
    """The paragraph before, if it may lead to a list."""

    def enter(self, start: int, end: int, dress: str) -> tuple[str, ...]:
        """Enter a paragraph, and return the words that lead to the list in which it is an item."""
        if not dress:
            self.open = []
        elif dress in (dresses := [one for one, _ in self.open]):
            del self.open[dresses.index(dress) + 1 :]
        elif dress in NUMBERS and not LETTERS.isdisjoint(dresses) and not _is_first(self.text, start):
            self.open = [(dress, "")]  # "4." behind "c)": it goes on with a list that was open before that of letters
        else:
            self.open.append((dress, self._words(start)))
        self.before = (start, end)
        return tuple(words for _, words in self.open if words)[-MOST:]

    def close(self) -> None:
        """End all lists, at a heading."""
        self.open, self.before = [], None

    def _words(self, item: int) -> str:
        """Return the last sentence before an item, if it is not closed: "Befriade från skyldigheten är".

        Another item leads to "e)" only with a colon, and so does what ends with a comma.
        """
        if self.before is None:
            return ""
        start, end = self.before
        if CLOSED.search(self.text, start, end) and not LEADS.search(self.text, max(start, end - LONGEST_LEAD), end):
            return ""
        last = self.text[end - 1]
        if last != ":" and not _is_first(self.text, item) and (last in ',"”' or ITEM.match(self.text, start, end)):
            return ""
        if is_table_row(self.text[max(start, self.text.rfind("\n", start, end)) : end]):
            return ""
        start = max(start, end - LOOK_BACK)
        return shortened(self.text[max([start, *(at for at in ends(self.text, start, end) if at < end)]) : end])


def over(text: str, blocks: Sequence[Block]) -> Iterator[Over]:
    """Yield what stands over each paragraph of some blocks, in order.

    Headings of which the source marks the level end those of their level and below; another heading ends all.
    """
    standing: list[tuple[int, str]] = []
    run: list[Block] = []
    lists = _Lists(text)
    leads: tuple[str, ...] = ()
    for block in blocks:
        if block.kind is Kind.HEADING:
            run.append(block)
            lists.close()
            continue
        if run:
            standing = _below(text, standing, run)
            run = []
        names = tuple(name for _, name in standing)
        for start, end in paragraphs(text, block.start, block.end):
            dress = _dress(text, start, end, block)
            if dress or not (lists.open and goes_on(text, start)):
                leads = lists.enter(start, end, dress)
            if block.kind is Kind.ARTICLE and ARTICLE.fullmatch(text, start, end):
                lists.close()  # the number of the unit itself leads to nothing
            yield Over(end, names, leads)


def over_provision(text: str, pending: Sequence[Block], end: int, kind: Kind) -> Sequence[Block]:
    """Return those of the headings in front of a provision that stand over it: all, of a long run the last one or none.

    None where the last one is a row of a table, or the last item of a list that the sentence before leads to, or of a
    table that it goes on with (2011:1533, 2025:1507).

    Args:
        text: the stored text.
        pending: the headings, and markers of headings.
        end: where the text before them ends.
        kind: that of the provision; the articles of a convention have long runs of headings.
    """
    if kind is Kind.SECTION and pending and is_table_row(text[pending[-1].start : pending[-1].end]):
        return []
    # both wordings of a heading that is about to change count as one: "/Rubriken upphör att gälla U:2024-07-01/"
    unmarked = [heading for heading in pending if text[heading.start] != "/"]
    divisions = sum(DIVISION.match(text, heading.start, heading.end) is not None for heading in unmarked)
    if len(unmarked) <= RUN + divisions:
        return pending
    before = text[max(0, end - LONGEST_LEAD) : end]
    leads = LEADS.search(before) or is_table_row(before[before.rfind("\n\n") + 1 :])
    return [] if kind is Kind.SECTION and leads else pending[-1:]


def goes_on(text: str, start: int) -> bool:
    """Return whether a paragraph goes on with the one before it: "(EGT nr L 115, 8.5.1991, s. 37)." (1995:107)."""
    return text[start] == "(" and not ITEM.match(text, start)


def _below(text: str, standing: Sequence[tuple[int, str]], run: Sequence[Block]) -> list[tuple[int, str]]:
    """Return the headings that stand behind a run of headings."""
    first = run[0].level
    for at, (above, below) in enumerate(pairwise(run), 1):
        if above.level and below.level and above.level != below.level:
            return _below(text, _below(text, standing, run[:at]), run[at:])
    if len(run) > RUN and not first:
        return []
    if first and _is_list(text, run):
        return [one for one in standing if 0 < one[0] < first]
    own = [(block.level, heading_text(text, block)) for block in run if _says(text[block.start : block.end])]
    return [one for one in standing if 0 < one[0] < first] + own


def _is_list(text: str, run: Sequence[Block]) -> bool:
    """Return whether headings of one level in a row are the items of a list: many, or in the order of the alphabet."""
    if len(run) < RUN or any(block.level != run[0].level for block in run):
        return False
    names = [text[block.start : block.end] for block in run]
    alike = len({name.isupper() for name in names}) == 1
    return len(run) > 2 * RUN or (alike and names == sorted(names, key=str.casefold))


def _says(words: str) -> bool:
    """Return whether a heading has words and is no row of a table; "15)" (1987:905) has none."""
    return WORDS.search(words) is not None and not is_table_row(words) and not ROW.search(words[:ROW_LIMIT])


def _is_first(text: str, start: int) -> bool:
    """Return whether a paragraph may be the first item of a list."""
    match = ITEM.match(text, start)
    return match is None or bool(match["dash"]) or match[match.lastgroup or 0] in ("1", "a", "i")


def _dress(text: str, start: int, end: int, block: Block) -> str:
    """Return how an item is marked; "" for a paragraph that is no item."""
    if match := ITEM.match(text, start, end):
        return match.lastgroup or ""
    return LIST if block.roles and all(role == LIST for role in block.roles) else ""
