"""Find citations in Swedish legal text: §§, chapters, statutes, acts of the European Union, preparatory works, cases.

Each § becomes one citation: "3, 5 och 7 §§" is three, and a range is its first and its last. The act may stand after a
whole enumeration ("2 kap. 1 § och 3 kap. 4 § miljöbalken"). A § without chapter before a § with a chapter then belongs
to the citing statute itself. A reference to an act that cannot be resolved is left out: no citation is better than a
citation of the wrong act.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from operator import itemgetter

from piperoll.corpora.citations import european
from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.swedish_acts import ACT_NOUN, BARE, BEFORE, NAME, NUMBERED, RULES_BEFORE, Acts, key_of
from piperoll.corpora.citations.swedish_anchors import ANCHORS
from piperoll.corpora.citations.swedish_european import ARTICLES, ONE_ARTICLE, EuropeanActs
from piperoll.corpora.citations.swedish_names import CODES
from piperoll.corpora.citations.swedish_provisions import Provision, enumeration
from piperoll.corpora.citations.swedish_structure import Structure, unversioned
from piperoll.model import Citation

APPENDIX = re.compile(
    rf"bilaga{W}(?P<number>\d{{1,3}}(?:[^\S\n]?[A-Za-z](?![\wåäö]))?)(?:{W}(?:och|eller){W}\d{{1,3}})?(?![\w:/]|\.\d)"
)
# "bilaga 1 till konventionen": not an appendix of the statute itself
OF_OTHER = re.compile(rf"{W}(?:till|i|av){W}(?!denna|dessa|detta)")

WITHIN_WORD = re.compile(r"[\w:/.,–§-]")
# "- 6 §", "1. 4 kap. 3 §", "b) 12 §", "/k/ 7 §"
LINE_START = re.compile(r"(?:\A|\n)[#*–—•\s-]*(?:(?:\d{1,3}[.)]|[a-z]\))\s+)?(?:/-?[kn]\d*/\s*)?\Z")
ITEM_SIGN = re.compile(r"(?<![#*–—•\s-])[#*–—•\s-]*(?:(?:\d{1,3}[.)]|\b[a-z]\))\s+)?\Z")
LONGEST_SIGN = 16
"""Characters in front of an item of a list, and of the word that joins two items."""
LIST_GOES_ON = re.compile(r"(?:[,;]|\b(?:och|samt|eller|dels))\Z")
# "Följande bestämmelser i detta kapitel tillämpas:"
OWN_PLACE = re.compile(rf"\b(?:denna|detta|dessa){W}(?:{ACT_NOUN}|kapitel|avdelning|föreskrifter)\b")
SENTENCE = 300
"""Characters of a sentence that names an act and ends in a colon, in front of a list of its provisions."""
# "marknadsföringslagen (2008:486) tillämpas, med undantag för bestämmelserna i 29–36 §§": §§ of the act before
EXCEPTED = re.compile(rf"med{W}undantag{W}(?:för|av){W}(?:bestämmelserna{W}i{W})?\Z")
ABOUT = re.compile(rf"{W}(?:om|och{W}om)\b")
OWN_ARTICLE = re.compile(r"(?P<place>.*?)art\w+")


def find(text: str, chunks: Sequence[tuple[int, int, str]], key: str = "") -> list[Citation]:
    """Return the citations in a statute, in the order of the text.

    The time is linear in the length of ``text`` and the number of chunks.

    Args:
        text: the whole document; offsets are into it.
        chunks: (start, end, path) of its chunks in order. Only these ranges are read. Their paths show which chapters
            and §§ the statute has, and so the target of a bare "5 §".
        key: the key of the statute itself, such as "SFS 2010:800"; a citation of it is internal.

    Returns:
        Citations of acts, works and cases, and of provisions of the statute itself.
    """
    acts = Acts(text, key)
    reader = _Reader(text, key, Structure.of(path for _, _, path in chunks), acts, EuropeanActs(text))
    anchors = [
        (match.start(), order, kind, match)
        for order, (kind, pattern) in enumerate(ANCHORS)
        for match in pattern.finditer(text)
    ]
    anchors.sort()  # two never have one start and one order
    for _, _, kind, match in anchors:
        if kind == "number":
            acts.learn(match.start())
    at = 0
    for start, end, path in chunks:
        reader.enter(start, end, unversioned(path))
        done = start
        while at < len(anchors) and (begin := anchors[at][0]) < end:
            if begin >= done:
                done = reader.read(anchors[at][2], anchors[at][3])
            at += 1
    return reader.citations


@dataclass(slots=True)
class _Reader:
    """Read one document from start to end, and cite what it names."""

    text: str
    key: str
    structure: Structure
    acts: Acts
    european: EuropeanActs
    citations: list[Citation] = field(default_factory=list)
    last: tuple[str, str] = ("", "")
    """Target and path of the § named last."""
    here: str = ""
    start: int = 0
    end: int = 0
    labelled: bool = False
    listing: str | None = None
    """The act whose provisions the list that is being read names; "" is the statute itself, None is no list."""

    def enter(self, start: int, end: int, here: str) -> None:
        """Start to read ``text[start:end]``, the provision ``here``.

        Args:
            start: where the chunk begins.
            end: where it ends.
            here: the path of its provision.
        """
        self.start, self.end, self.here, self.labelled, self.acts.chapter = start, end, here, False, ""
        self.listing = None

    def read(self, kind: str, match: re.Match[str]) -> int:
        """Read the citation that begins at an anchor, and return where to go on."""
        at, end = match.span()
        if self.text[at] != "(" and at > self.start and WITHIN_WORD.match(self.text, at - 1):
            return at + 1
        match kind:
            case "provisions":
                return self._provisions(at)
            case "articles":
                return self._articles(at)
            case "appendix":
                return self._appendix(at)
            case "number":
                return self._number(at)
            case "european" | "directive":
                return self._european(at)
            case "again" if self.last[1]:
                self._cite(at, end, *self.last)
            case "code" if CODES[match[0]] != self.key:
                self._cite(at, end, CODES[match[0]], "")
            case "document" | "case":
                self.citations.append(Citation(at, end, kind, " ".join(match[0].split())))
        return end

    def _cite(self, start: int, end: int, target: str, path: str) -> None:
        if target == self.key:
            target = ""
        if target or path:  # an act that names itself cites nothing
            self.citations.append(Citation(start, end, "legislation" if target else "internal", target, path))

    def _opens_line(self, at: int) -> bool:
        floor = max(self.start, at - 12)
        before = self.text[floor:at]
        return LINE_START.search(before if floor > self.start else f"\n{before}") is not None

    # §§ and chapters

    def _provisions(self, start: int) -> int:
        provisions, end = enumeration(self.text, start, self.end)
        if not provisions:
            return end
        first_of_line = self._opens_line(start)
        names_itself = self.here in (self.structure.resolve(provisions[0], self.here), provisions[0].path)
        if first_of_line and names_itself and not self.labelled:
            self.labelled = True  # the number of the provision itself, at its start
            return provisions[0].end if len(provisions) == 1 else provisions[1].start
        act, stop = self.acts.after(end, self.end)
        excepted = act == "" and EXCEPTED.search(self.text, max(self.start, start - BEFORE), start)
        if excepted and self.citations and "." not in self.text[self.citations[-1].end : start]:
            act = self.acts.last
        if act == "" and (listed := self._act_before(start, end, provisions[0], first_of_line)):
            act = listed
            if first_of_line:
                provisions = [replace(one, chapter=one.chapter or self.acts.chapter) for one in provisions]
        if act is None:
            return max(end, stop)
        self._cite_each(provisions, act, stop)
        return max(end, stop)

    def _act_before(self, start: int, end: int, first: Provision, first_of_line: bool) -> str:
        """Return the act that is named once, in front of an enumeration; "" for none.

        CASE 1: one line in a list of another act's provisions: "6 § om allmänna uppgifter,".
        CASE 2: a list behind a colon, in lines or in one: "Av skollagen (2010:800) gäller: 2 kap. 3 §, 4 kap. 1 §".
        CASE 3: the act stands right in front: "skollagen (2010:800) 2 kap. 3 §". Behind a comma the provision may be
        the statute's own, if it has such a one.
        """
        sign = ITEM_SIGN.search(self.text, max(self.start, start - LONGEST_SIGN), start)
        at = sign.start() if sign else start
        if self.text[at - 1 : at] == ":" and at > self.start:
            self.listing = self._named_in(self.text[max(self.start, at - SENTENCE) : at - 1], at)
        elif not LIST_GOES_ON.search(self.text, max(self.start, at - LONGEST_SIGN), at):
            self.listing = None
        if self.listing is not None:
            return self.listing
        if first_of_line:
            return self.acts.last if ABOUT.match(self.text, end, self.end) else ""
        if self.text[at - 1 : at] == ",":
            at -= 1
            if self.structure.resolve(first, self.here):
                return ""
        if self.citations and self.citations[-1].end == at:
            return "" if self.citations[-1].path else self.citations[-1].target
        name = self.acts.name_before(at, self.start)
        return "" if name is None else self.acts.target_of(self.text[name:at])

    def _named_in(self, before: str, start: int) -> str:
        """Return the act that the last sentence before ``start`` names last, "" for the statute itself or none."""
        sentence = before[max(before.rfind(". "), before.rfind(".\n")) + 1 :]
        floor = start - len(sentence)
        named = [(match.end(), "") for match in OWN_PLACE.finditer(sentence)]
        named += [(match.end(), act) for match in NAME.finditer(sentence) if (act := self.acts.target_of(match[0]))]
        for cited in takewhile(lambda one: one.end > floor, reversed(self.citations)):
            if cited.target and cited.target == self.acts.last:
                named.append((cited.end - floor, self.acts.last))
        act = max(named, key=itemgetter(0))[1] if named else ""
        if act != self.acts.last and act:
            self.acts.last, self.acts.chapter = act, ""
        return act

    def _cite_each(self, provisions: Sequence[Provision], act: str, end: int) -> None:
        chaptered = next((index for index, provision in enumerate(provisions) if provision.chapter), 0)
        for index, provision in enumerate(provisions):
            if act and act != self.key and index >= chaptered:
                self.last = act, provision.path
                self.acts.chapter = provision.chapter
            else:
                self.last = "", self.structure.resolve(provision, self.here)
            target, path = self.last
            if target or path:
                self._cite(provision.start, end if provision is provisions[-1] and act else provision.end, target, path)

    def _number(self, at: int) -> int:
        """Cite an act by its number, with the name in front of it: "lagen (2010:800)", "SFS 1998:808"."""
        match = NUMBERED.match(self.text, at, self.end) or BARE.match(self.text, at, self.end)
        if match is None:
            return at + 1
        name = self.acts.name_before(at, self.start)
        self.acts.remember(self.text[name:at] if name is not None else "", key_of(match))
        if name is None:
            floor = max(self.start, at - BEFORE)
            rules = RULES_BEFORE.search(self.text, floor, at) if match["series"] else None
            name = rules.start() if rules else at
        self._cite(name, match.end(), self.acts.last, "")
        return match.end()

    def _european(self, at: int) -> int:
        named = self.european.named(at, self.start, self.end)
        if named is None:
            return at + 1
        self._cite(*named, self.european.last, "")
        return named[1]

    # articles and appendices

    def _articles(self, at: int) -> int:
        match = ARTICLES.match(self.text, at, self.end)
        if match is None:
            return at + 1
        articles = list(ONE_ARTICLE.finditer(self.text, *match.span("numbers")))
        act, end = self.european.after(match.end(), self.end)
        own = OWN_ARTICLE.match(self.here)
        if not self.labelled and own and self._opens_line(at):
            self.labelled = True
            return match.end()
        for article in articles:
            start = at if article is articles[0] else article.start()
            stop = max(end, article.end()) if article is articles[-1] else article.end()
            if act:
                self._cite(start, stop, act, european.article(article[0]))
            elif act == "" and own:
                number = re.match(r"\d+[a-z]?", article[0])
                self._cite(start, article.end(), "", f"{own['place']}art{number[0] if number else ''}")
        return max(match.end(), end)

    def _appendix(self, at: int) -> int:
        match = APPENDIX.match(self.text, at, self.end)
        if match is None:
            return at + 1
        path = f"bilaga.{''.join(match['number'].split()).lower()}"
        act, end = self.european.after(match.end(), self.end)
        if not act:
            act, end = self.acts.after(match.end(), self.end)
        if act == "" and self._opens_line(at):
            return match.end()  # its heading
        of_another = act in ("", self.key) and OF_OTHER.match(self.text, match.end(), self.end)
        if act is not None and (not of_another or path in self.structure.appendices):
            self._cite(at, max(end, match.end()), act, path)
        return max(end, match.end())
