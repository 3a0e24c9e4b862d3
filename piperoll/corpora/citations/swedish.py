"""Find citations in Swedish legal text: §§, chapters, statutes, acts of the European Union, preparatory works, cases.

Each § becomes one citation: "3, 5 och 7 §§" is three, and a range is its first and its last. The act may stand after a
whole enumeration ("2 kap. 1 § och 3 kap. 4 § miljöbalken"). A § without chapter before a § with a chapter then belongs
to the citing statute itself. A reference to an act that cannot be resolved is left out: no citation is better than a
citation of the wrong act.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from operator import itemgetter

from piperoll.corpora.citations import european
from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.swedish_names import CODES, NAMES, SHORT
from piperoll.corpora.citations.swedish_provisions import DASH, MOST, ORDINAL, Provision, enumeration
from piperoll.model import Citation
from piperoll.text.anchored import Anchored

# Acts

ACT_WORD = (
    r"(?:lag(?:en|ar|arna)?|balk(?:en)?|(?:förordning|kungörelse|ordning|författning)(?:en|n|ar|arna)?|stadgan?"
    r"|instruktion(?:en)?|reglemente(?:t)?|föreskrift(?:en|er|erna)?|brev(?:et)?|taxan?|cirkulär(?:et)?|beslut(?:et)?"
    r"|tillkännagivande(?:t|n)?|resolution(?:en)?|form(?:en)?)"
)
# "lagen", "Lag", "skollagen", "plan- och bygglagen"
ACT_NAME = rf"(?:[^\W\d_]{{2,30}}-{W}och{W})?[^\W\d_]{{0,50}}{ACT_WORD}"
SFS = r"\d{4}:\d{1,4}(?:[^\S\n]?s\.?[^\S\n]?\d{1,4})?"
SERIES = r"[A-ZÅÄÖ]{1,6}(?:-?FS)"
PRINTED = rf"\({W}?(?:(?P<series>SFS|{SERIES}){W})?(?P<number>{SFS})\)"
NUMBERED = re.compile(PRINTED)
BARE = re.compile(rf"(?P<series>SFS|{SERIES})[^\S\n](?P<number>{SFS})")
NAMED = re.compile(rf"(?P<name>{ACT_NAME}){W}?{PRINTED}", re.IGNORECASE)
# "Strålsäkerhetsmyndighetens föreskrifter (SSMFS 2018:3)", "föreskrifter och allmänna råd (HSLF-FS 2016:40)"
RULES = rf"(?:föreskrifter(?:na)?|allmänna{W}råd(?:en)?)(?:{W}och{W}allmänna{W}råd)?"
REGULATIONS = re.compile(rf"(?:[A-ZÅÄÖ][^\W\d_]{{2,40}}(?:{W}[^\W\d_]{{2,40}}){{0,5}}?s{W})?{RULES}{W}{PRINTED}")
ACT_NOUN = "(?:lag|förordning|balk|kungörelse|författning|ordning)"
OWN_ACT = re.compile(rf"(?:denna{W}{ACT_NOUN}|dessa{W}föreskrifter|detta{W}reglemente)\b")
SAME_ACT = re.compile(rf"(?:(?:samma|nämnda|sagda|sistnämnda){W}{ACT_NOUN}|den{W}(?:nämnda{W})?{ACT_NOUN}e?n)\b")
# "om överlåtbara fiskerättigheter": the first words of a title, which name an act without its number
TITLE = re.compile(rf"{W}(?:om|med|angående){W}[^\W\d_]{{2,40}}{W}[^\W\d_]{{2,40}}")
TITLED = re.compile(rf"(?P<name>lagen|förordningen|kungörelsen){TITLE.pattern}")
NAME = re.compile(rf"{ACT_NAME}\b", re.IGNORECASE)
# the word after a § that names an unknown act: "3 § avtalslagen", "5 § lagen"
UNKNOWN = re.compile(
    rf"(?:allmänna{W})?"
    r"(?:(?!\w*slagen)[^\W\d_]*lagen|[^\W\d_]*(?:balken|förordningen|ordningen|kungörelsen|stadgan|reglementet))\b"
)
PREPOSITION = re.compile(rf"{W}(?:(?:i|av|till){W})?")
FORMER = re.compile(rf"den{W}(?:(?:numera{W})?(?:upphävda|nya|äldre|gamla|tidigare){W})?")
GENERIC = frozenset(
    {"", "lag", "lagen", "balken", "förordning", "förordningen", "kungörelse", "kungörelsen", "ordningen", "stadgan"}
)
"""General names, which fit any act."""
SHORT_NAME = re.compile(rf"(?:{'|'.join(SHORT)})\b")
BEFORE = 100
"""Characters before a number that are searched for the name of its act."""
ENDS_IN_ACT = re.compile(rf"[^\W\d_]*{ACT_WORD}", re.IGNORECASE)
RULES_BEFORE = re.compile(rf"(?:(?<!\w)[A-ZÅÄÖ][^\W\d_]{{2,40}}s{W})?(?<!\w){RULES}{W}\Z")

# Articles and acts of the European Union

EU_KIND = rf"(?:delegerade?{W})?(?:genomförande|ram)?(?:förordning(?:en|ar|arna)?|direktiv(?:et|en)?|beslut(?:et|en)?)"
EU_BEFORE = re.compile(rf"(?<!\w){EU_KIND}{W}\Z", re.IGNORECASE)
BODY = rf"(?:Europaparlamentets{W}och{W}rådets|kommissionens|rådets)"
EU_ACT = re.compile(rf"(?:{BODY}{W})?(?:{EU_KIND}{W})?{european.NUMBER}", re.IGNORECASE)
EU_SAME = re.compile(rf"(?:(?:samma|nämnda){W}(?:förordning|direktiv)|(?:den{W})förordningen|(?:det{W})direktivet)\b")
ARTICLE = rf"\d{{1,3}}[a-z]?(?:\.\d{{1,2}}){{0,2}}(?:{W}[a-h](?![\wåäö]))?"
ARTICLES = re.compile(
    rf"(?:arti(?:kel|klarna|klar)|articles?){W}"
    rf"(?P<numbers>{ARTICLE}(?:(?:{W}?,{W}?|{W}(?:och|eller|samt|and|or){W}|{W}?{DASH}{W}?){ARTICLE}){{0,{MOST}}})",
    re.IGNORECASE,
)
ONE_ARTICLE = re.compile(ARTICLE)
# "artikel 5 andra stycket i förordning …"
OF_ARTICLE = re.compile(
    rf"(?:{W}?[a-z]{{1,3}}\)){{0,3}}(?:{W}{ORDINAL}{W}(?:stycket|meningen|strecksatsen|ledet))?{W}(?:i|av|till){W}"
)
APPENDIX = re.compile(
    rf"bilaga{W}(?P<number>\d{{1,3}}(?:[^\S\n]?[A-Za-z](?![\wåäö]))?)(?:{W}(?:och|eller){W}\d{{1,3}})?(?![\w:/]|\.\d)"
)
# "bilaga 1 till konventionen": not an appendix of the statute itself
OF_OTHER = re.compile(rf"{W}(?:till|i|av){W}(?!denna|dessa|detta)")

# Works and cases, as printed

# "prop. 2009/10:165", "bet. 2009/10:JuU12", "rskr. 2009/10:123", "SOU 2010:12"
WORK = r"(?:prop|bet|rskr|skr|dir)\.\s?\d{4}(?:/\d{2,4})?:[A-ZÅÄÖa-zåäö]{0,5}\d{1,4}|(?:SOU|Ds)\s\d{4}:\d{1,3}"
# "NJA 2010 s. 123", "HFD 2015 ref. 12", "RÅ 2009 ref. 3", "AD 2010 nr 12", "C-123/10"
CASE = (
    r"(?:NJA|RÅ|HFD|AD|RH|MÖD|MIG|MD|PMÖD)\s\d{4}(?::\d{1,4}|\s(?:s\.|ref\.|not\.?|nr)\s?\d{1,4})"
    r"|[CTF]-\d{1,4}/\d{2}\b"
)
ANCHORS: Sequence[tuple[str, re.Pattern[str] | Anchored]] = (
    ("european", european.OPENS[0]),
    ("directive", Anchored("[0-9](?=[0-9]{1,3}/)", european.OPENS[1].pattern, needs=("/C", "/E", "/G", "/J", "/R"))),
    (
        "number",
        re.compile(rf"\((?=\s?(?:{SERIES}\s|SFS\s)?\d{{4}}:\d)"),
    ),
    (
        "number",
        Anchored(r"[A-ZÅÄÖ](?=[A-ZÅÄÖ]{0,5}-?FS)", r"[A-ZÅÄÖ]{1,6}-?FS[^\S\n](?=\d{4}:\d)", needs=("FS",)),
    ),
    (
        "provisions",
        re.compile(
            r"[0-9][0-9]{0,2}(?![0-9/:])"
            r"(?=\s{0,12}(?:[a-zåäö]\b)?\s{0,12}(?:§|kap|[,–—-]|och|eller|samt|till|t\.o|resp|jämte))"
        ),
    ),
    ("articles", re.compile(r"arti[kc]")),
    ("articles", re.compile(r"Arti[kc]")),
    ("appendix", re.compile(r"bilaga\b")),
    ("again", re.compile(rf"samma{W}paragraf\b")),
    ("again", re.compile(rf"nämnda{W}paragraf\b")),
    (
        "code",
        Anchored(
            [
                rf"{end}(?:{'|'.join(f'(?<=({name[0]}){name[1:]})' for name in CODES if name.endswith(end))})"
                for end in ("balken", "formen", "lagen", "ordningen", "förordning", "fördraget")
            ],
            rf"(?:{'|'.join(map(re.escape, CODES))})(?!\w)(?!\s?\()",
        ),
    ),
    (
        "document",
        Anchored((r"prop\.", r"bet\.", r"rskr\.", r"skr\.(?<!rskr\.)", r"dir\.", r"SOU\s", r"Ds\s"), WORK),
    ),
    ("case", Anchored(r"[NRHAMPCTF](?=[JÅFDHÖI]|MÖD|-\d)", CASE)),
)
"""Patterns for the start of each sort of citation; their first characters let the regex engine find them fast."""
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
VERSION = re.compile(r"\.v\d+\Z")
PROVISION = re.compile(r"(?P<place>(?:kap\w+|bilaga\.\w+)\.)§(?P<number>\w+)")
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
    reader = _Reader(text, key, _Structure.of(path for _, _, path in chunks))
    anchors = [
        (match.start(), order, kind, match)
        for order, (kind, pattern) in enumerate(ANCHORS)
        for match in pattern.finditer(text)
    ]
    anchors.sort()  # two never have one start and one order
    for _, _, kind, match in anchors:
        if kind == "number":
            reader.learn(match.start())
    at = 0
    for start, end, path in chunks:
        reader.enter(start, end, _unversioned(path))
        done = start
        while at < len(anchors) and (begin := anchors[at][0]) < end:
            if begin >= done:
                done = reader.read(anchors[at][2], anchors[at][3])
            at += 1
    return reader.citations


@dataclass(frozen=True, slots=True)
class _Structure:
    """Hold the provisions of a statute that a reference can point to."""

    sections: dict[str, list[str]]
    """Number of a § → the prefixes of its paths: "5" → ["kap2.", "kap3."]."""
    chapters: frozenset[str]
    appendices: frozenset[str]
    highest: int
    """Number of the last §; a higher number belongs to another act."""

    @classmethod
    def of(cls, paths: Iterator[str]) -> "_Structure":
        own = [_unversioned(path) for path in paths]
        sections: dict[str, list[str]] = {}
        for path in dict.fromkeys(own):
            if match := PROVISION.fullmatch(path):
                sections.setdefault(match["number"], []).append(match["place"])
        chapters = {path.partition(".")[0] for path in own if path.startswith("kap")} - {"kap0"}
        appendices = {".".join(path.split(".")[:2]) for path in own if path.startswith("bilaga.")}
        highest = max((int(re.sub(r"\D", "", number) or 0) for number in sections), default=0)
        return cls(sections, frozenset(chapters), frozenset(appendices), highest)

    def resolve(self, provision: Provision, here: str) -> str:
        """Return the path of a § that the provision ``here`` cites; "" if it cannot be a § of this statute.

        Its chapter is the one that the text names, else the chapter of ``here``. If that chapter has no such § and
        only one other chapter has it, it is that chapter.
        """
        if not self.sections:
            return ""
        if provision.chapter:  # a chapter that the statute lacks is of an unnamed act: the code that it introduces
            return provision.path if f"kap{provision.chapter}" in self.chapters else ""
        prefixes = self.sections.get(provision.section, [])
        if not prefixes and int(re.sub(r"\D", "", provision.section)) > self.highest:
            return ""
        at = PROVISION.fullmatch(here)
        prefix = at["place"] if at else "" if self.chapters else "kap0."
        if prefix not in prefixes and len(prefixes) == 1:
            prefix = prefixes[0]
        return f"{prefix}§{provision.section}" if prefix else ""


@dataclass(slots=True)
class _Reader:
    """Read one document from start to end, and remember the act that was named last."""

    text: str
    key: str
    structure: _Structure
    learned_names: dict[str, str] = field(default_factory=dict)
    citations: list[Citation] = field(default_factory=list)
    act: str = ""
    act_chapter: str = ""
    """The chapter of ``act`` that was named with it."""
    european: str = ""
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
        self.start, self.end, self.here, self.labelled, self.act_chapter = start, end, here, False, ""
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
        act, stop = self._act_after(end)
        excepted = act == "" and EXCEPTED.search(self.text, max(self.start, start - BEFORE), start)
        if excepted and self.citations and "." not in self.text[self.citations[-1].end : start]:
            act = self.act
        if act == "" and (listed := self._act_before(start, end, provisions[0], first_of_line)):
            act = listed
            if first_of_line:
                provisions = [replace(one, chapter=one.chapter or self.act_chapter) for one in provisions]
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
            return self.act if ABOUT.match(self.text, end, self.end) else ""
        if self.text[at - 1 : at] == ",":
            at -= 1
            if self.structure.resolve(first, self.here):
                return ""
        if self.citations and self.citations[-1].end == at:
            return "" if self.citations[-1].path else self.citations[-1].target
        name = self._name_before(at, self.start)
        return "" if name is None else self._target_of(self.text[name:at])

    def _named_in(self, before: str, start: int) -> str:
        """Return the act that the last sentence before ``start`` names last, "" for the statute itself or none."""
        sentence = before[max(before.rfind(". "), before.rfind(".\n")) + 1 :]
        floor = start - len(sentence)
        named = [(match.end(), "") for match in OWN_PLACE.finditer(sentence)]
        named += [(match.end(), act) for match in NAME.finditer(sentence) if (act := self._target_of(match[0]))]
        for cited in takewhile(lambda one: one.end > floor, reversed(self.citations)):
            if cited.target and cited.target == self.act:
                named.append((cited.end - floor, self.act))
        act = max(named, key=itemgetter(0))[1] if named else ""
        if act != self.act and act:
            self.act, self.act_chapter = act, ""
        return act

    def _cite_each(self, provisions: Sequence[Provision], act: str, end: int) -> None:
        chaptered = next((index for index, provision in enumerate(provisions) if provision.chapter), 0)
        for index, provision in enumerate(provisions):
            if act and act != self.key and index >= chaptered:
                self.last = act, provision.path
                self.act_chapter = provision.chapter
            else:
                self.last = "", self.structure.resolve(provision, self.here)
            target, path = self.last
            if target or path:
                self._cite(provision.start, end if provision is provisions[-1] and act else provision.end, target, path)

    def _act_after(self, at: int) -> tuple[str | None, int]:
        """Return the act after an enumeration that ends at ``at``, and the end of its name.

        The act is "" for the statute itself, and None if it is unknown.
        """
        text, end = self.text, self.end
        gap = PREPOSITION.match(text, at, end)
        if gap is None:
            return "", at
        at_name = gap.end()
        if match := OWN_ACT.match(text, at_name, end):
            return self.key, match.end()
        if match := SAME_ACT.match(text, at_name, end):
            return self.act or None, match.end()
        if former := FORMER.match(text, at_name, end):
            at_name = former.end()
        if match := NAMED.match(text, at_name, end):
            self._name_act(match["name"], _key(match))
            return self.act, match.end()
        if match := REGULATIONS.match(text, at_name, end):
            self.act = _key(match)
            return self.act, match.end()
        for pattern, stop in ((TITLED, "name"), (NAME, 0), (SHORT_NAME, 0)):
            if (match := pattern.match(text, at_name, end)) and (target := self._target_of(match[0])):
                self.act = target
                return target, match.end(stop)
        if match := UNKNOWN.match(text, at_name, end):
            return None, match.end()
        return "", at

    def _target_of(self, name: str) -> str:
        return self.learned_names.get(_plain(name)) or NAMES.get(_plain(name)) or SHORT.get(name, "")

    def _name_act(self, name: str, act: str) -> None:
        """Remember ``act`` as the last act, and ``name`` as its name; "lagen" alone fits any act."""
        self.act, self.act_chapter = act, ""
        if _plain(name) not in GENERIC:
            self.learned_names[_plain(name)] = act

    # acts by number

    def learn(self, at: int) -> None:
        """Remember the name of the act whose number begins at ``at``; the text may use the name without the number."""
        match = NUMBERED.match(self.text, at)
        name = self._name_before(at, 0) if match else None
        if match and name is not None:
            words = _plain(self.text[name:at])
            if words not in GENERIC:
                self.learned_names.setdefault(words, _key(match))
            if title := TITLE.match(self.text, match.end()):
                self.learned_names.setdefault(words + " " + _plain(title[0]), _key(match))

    def _number(self, at: int) -> int:
        """Cite an act by its number, with the name in front of it: "lagen (2010:800)", "SFS 1998:808"."""
        match = NUMBERED.match(self.text, at, self.end) or BARE.match(self.text, at, self.end)
        if match is None:
            return at + 1
        name = self._name_before(at, self.start)
        self._name_act(self.text[name:at] if name is not None else "", _key(match))
        if name is None:
            floor = max(self.start, at - BEFORE)
            rules = RULES_BEFORE.search(self.text, floor, at) if match["series"] else None
            name = rules.start() if rules else at
        self._cite(name, match.end(), self.act, "")
        return match.end()

    def _name_before(self, at: int, floor: int) -> int | None:
        """Return the start of the name of an act that ends at ``at``: "lagen", "plan- och bygglagen"."""
        floor = max(floor, at - BEFORE)
        before = self.text[floor:at].rstrip()
        words = before.rsplit(None, 3)
        if not words or not ENDS_IN_ACT.fullmatch(words[-1]):
            return None
        start = floor + len(before) - len(words[-1])
        if words[-2:-1] == ["och"] and len(words) > 2 and words[-3].endswith("-"):
            return self.text.rindex(words[-3], 0, start)
        return start

    def _european(self, at: int) -> int:
        match = european.ACT.match(self.text, at, self.end)
        if match is None:
            return at + 1
        floor = max(self.start, at - BEFORE)
        kind = EU_BEFORE.search(self.text[floor:at])
        self.european = european.target(match)
        self._cite(floor + kind.start() if kind else at, match.end(), self.european, "")
        return match.end()

    # articles and appendices

    def _articles(self, at: int) -> int:
        match = ARTICLES.match(self.text, at, self.end)
        if match is None:
            return at + 1
        articles = list(ONE_ARTICLE.finditer(self.text, *match.span("numbers")))
        act, end = self._treaty_after(match.end())
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

    def _treaty_after(self, at: int) -> tuple[str | None, int]:
        """Return the European act after an article that ends at ``at``, and its end; "" for none, None if unknown."""
        of = OF_ARTICLE.match(self.text, at, self.end)
        if of is None:
            return "", at
        if match := EU_ACT.match(self.text, of.end(), self.end):
            self.european = european.target(match)
            return self.european, match.end()
        if match := EU_SAME.match(self.text, of.end(), self.end):
            return self.european or None, match.end()
        if match := TREATY.match(self.text, of.end(), self.end):
            self.european = CODES[match[0]]
            return self.european, match.end()
        return (
            (None, of.end())
            if re.match(r"\w", self.text[of.end() : of.end() + 1])
            and not OWN_TREATY.match(self.text, of.end(), self.end)
            else ("", at)
        )

    def _appendix(self, at: int) -> int:
        match = APPENDIX.match(self.text, at, self.end)
        if match is None:
            return at + 1
        path = f"bilaga.{''.join(match['number'].split()).lower()}"
        act, end = self._treaty_after(match.end())
        if not act:
            act, end = self._act_after(match.end())
        if act == "" and self._opens_line(at):
            return match.end()  # its heading
        of_another = act in ("", self.key) and OF_OTHER.match(self.text, match.end(), self.end)
        if act is not None and (not of_another or path in self.structure.appendices):
            self._cite(at, max(end, match.end()), act, path)
        return max(end, match.end())


TREATY = re.compile("|".join(re.escape(name) for name in CODES if CODES[name].startswith(("EU", "FEU"))))
# "artikel 6 i detta avtal", "article 7 of this Agreement"
OWN_TREATY = re.compile(r"(?:detta|denna|this|the present)\b")


def _unversioned(path: str) -> str:
    return VERSION.sub("", path) if ".v" in path else path


def _plain(name: str) -> str:
    return " ".join(name.split()).lower()


def _key(match: re.Match[str]) -> str:
    """Return the key in a match of a printed number: ``SFS 2010:800``, ``SSMFS 2018:3``."""
    return f"{match['series'] or 'SFS'} {' '.join(match['number'].split())}"
