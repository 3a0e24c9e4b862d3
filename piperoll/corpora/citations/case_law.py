"""Find references to decisions: neutral citations, law reports, action numbers, and names of cases cited before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from piperoll.corpora.citations.pinpoints import BRACKETED_NUMBERS, DASH, PINPOINT, PLAIN_NUMBERS, YEAR, paragraph
from piperoll.model import Citation
from piperoll.text.anchored import Anchored

_MONTH = r"January|February|March|April|May|June|July|August|September|October|November|December"
_WORD = r"[A-Z][A-Za-z.’'&]{0,11}(?:\([A-Z]\))?"
_SERIES = (
    rf"(?!(?:{_MONTH}|The|No|At|In|Mr)\b|(?:L\.N|E\.R|G\.N)\.){_WORD}"
    rf"(?:\s{{1,2}}(?:{_WORD}|&|of|the|\([A-Z0-9][A-Za-z0-9]{{0,4}}\))){{0,4}}"
)
"""Words of a series: "HKCFI", "EWCA Civ", "All E.R.", "Cr App R (S)", "Lloyd's Rep"."""
_DIVISION = (
    r"(?:\s{0,2}\((?:Comm|Ch|Admin|QB|KB|Fam|Pat|TCC|IPEC|Costs|SCCO|Mercantile|Admlty|Admiralty|IAC|AAC|LC|TC|GRC|PC|"
    r"HESC|WPAFC|B|IP|L|H|I|R)\))?"
)
"""The division that belongs to a neutral citation: "(Comm)", "(IAC)"."""
BRACKETED = Anchored(
    r"[\[12](?=\d{3,4}(?:[-–/]\d{2,4})?\])",
    rf"\[?\b({YEAR})(?:[-–/]\d{{2,4}})?\]\s{{1,3}}((?:\d{{1,4}}\s{{1,2}})?{_SERIES})\s{{1,2}}(\d{{1,5}}[A-Z]?){_DIVISION}(?![\d/]|\([a-z0-9])",
    needs=("]",),
)
"""[2025] HKCFI 470; [2023] EWHC 2638 (Comm); [2004] 1 AC 919."""
ROUND = re.compile(
    rf"\(({YEAR})(?:[-–/]\d{{2,4}})?\),?\s{{1,3}}((?:\d{{1,3}}\s{{1,2}}{_SERIES}|LR\s\d{{1,2}}\s[A-Z][A-Za-z]{{1,4}}(?:\s[A-Z][A-Za-z]{{1,4}})?))\s{{1,2}}(\d{{1,5}}[a-zA-Z]?)(?![\w/])"
)
"""(2013) 16 HKCFAR 366; (1998), 131 C.C.C. (3d) 75; (1868) LR 3 HL 330."""
_COURTS = (
    r"(?:SCC|CSC|FCA|CAF|FC|CF|FCT|TCC|CCI|CMAC|SSTADIS|SSTGDIS|SSTGDEI|SSTAD|SSTGD|SST|TSS\w{0,5}|CHRT|TCDP|HRTO|CIRB|OLRB|PSLREB|"
    r"FPSLREB|CART|CanLII|ONLSTA|ONWSIAT|UKSC|UKPC|EWCA|EWHC|HKCFA|HKCA|HKCFI|HKDC|SGCA|SGHC|HCA|FCAFC|"
    r"(?:ON|BC|AB|SK|MB|QC|NB|NS|PE|NL|YK|NWT|NU)[A-Z]{2,6})"
)
_DOTTED = (
    "O.R D.L.R C.C.C W.W.R C.R A.R B.C.L.R O.A.C N.R F.T.R N.S.R N.B.R M.V.R R.F.L C.P.R C.P.C B.L.R B.C.A.C W.A.C U.S"
).split()
_PLAIN = "CLR ALR ALJR FCR FLR NSWLR ACSR ACLC ALD IPR SASR VR WAR F".split()
JOURNAL = re.compile(
    r"\b(?:\w*LJ|LQ|LQR|MLR|CLP|OJLS|J|Q|Stud|Studies|Probs|Women|Advocate|IPJ|NJCL|CJLS|CJCCJ|IJCYFS|RJTUM|Forum)\b|Rev\b"
)
"""Words in the name of a journal, which is cited like a report: "Alta L Rev", "Man LJ", "Can J Fam L"."""
_BY_VOLUME = (
    r"(?:(?:[A-Z]\.){1,5}R|"
    + "|".join(series.replace(".", r"\.?") for series in _DOTTED)
    + r"|(?:Alta|Sask|Man|Admin|Imm)\.? (?:L\.)?R|A\.? ?Crim\.? ?R|S\.? ?Ct|F\.? Supp|"
    + "|".join(_PLAIN)
    + r")\.?(?:\s{0,2}\((?:2d|3d|4th|5th|6th|7th)\)|\s?[23]d)?"
)
UNBRACKETED = Anchored(
    r"\d(?=\d{0,3}\s{1,2}[A-Z])",
    rf"\b(?P<year>{YEAR})\s{{1,2}}(?P<court>{_COURTS})\s{{1,2}}(?P<number>\d{{1,6}})\b(?!/)"
    r"(?:\s{0,2}\([A-Z][A-Za-z. ]{1,9}\))?"
    rf"|(?<![\w\[(/.$£])(?P<volume>\d{{1,4}})\s{{1,2}}(?P<series>{_BY_VOLUME})\s{{1,2}}(?P<page>\d{{1,5}})\b(?![/%])",
)
"""2022 SCC 5; 2017 SSTADIS 186; 1998 CanLII 838 (SCC). 155 O.R. (3d) 481; 555 U.S. 223; 37 FCR 194: series that are
cited by volume alone."""
LONGEST_SERIES = 64
"""Characters of volume and series, at most."""
LONGEST_PAGE = 8
"""Characters of a page with the space before it and the sign behind it, at most."""
AT_PAGE = re.compile(r"at(?<=\sat)(?=\s{1,2}\d)")
"""Part of every match of SHORT."""
SHORT = re.compile(rf"(?<![\w\[(/.$£])(\d{{1,4}})\s{{1,2}}({_BY_VOLUME})\s{{1,2}}at\s{{1,2}}\d{{1,5}}\b")
"""61 CLR at 363: a report cited before, by its volume."""
_DIVISIONS = "CC|CV|AR|MP|QL|SJ|AL|MA|CW|PI|MC|MV|AJ|CL|CT|AP|AD|LA|IA|SD|UA|BI|RC|CJ|EC|TC|JA|PB|PE|CS|BC|B|A"
ACTION = Anchored(
    r"[CHDFL](?=[ACDT][A-Z]{1,2}[\sN\d])",
    rf"\b((?:CA|HC|DC|FA|FC|LD|CT)(?:{_DIVISIONS}))\s?(?:No\.?\s)?(\d{{1,5}})(?:/|\sof\s)({YEAR})\b",
)
"""HCAL 1756/2020; CACC28/2025; HCMP 307 of 2015: unreported decisions of Hong Kong."""
TRIBUNAL = Anchored(
    r"[US](?=KEAT|CCO\s)",
    r"\bUKEAT(?:PA|S)?/\d{4}/\d\d(?:/[A-Z]{2,4})?\b|\bSCCO\s\d{1,4}/\d\d\b",
    needs=("UKEAT", "SCCO"),
)
"""UKEATPA/0836/20/JOJ; SCCO 175/19: decision numbers of tribunals and costs judges."""
VOLUME_OF = re.compile(r"(?:^|[)\]] )(\d{1,4} .+) \d+$")
"""Volume and series in a target: "(1994) 181 CLR 404" → "181 CLR"."""
EUROPEAN = Anchored(
    r"[CJ](?=ases? [CT]|oined Cases? [CT])",
    rf"\b(?:Joined )?Cases? ([CT])[{DASH}](\d{{1,4}})/(\d\d)(?:\s?P)?\b",
    needs=("Case C", "Cases C", "Case T", "Cases T"),
)
"""Case C-199/92."""
NEUTRAL = re.compile(r"\[\d{4}\] (?:UK|EW|HK|SG|FCA|HCA|NSW|VSC|QCA)|\d{4} (?!CanLII)[A-Z]")
"""A neutral citation. A decision has only one, so two side by side are two decisions."""
_DEFINITION = r"(?:\s?\((?:the\s)?[“\"'][^”\"'\n]{2,60}[”\"']\))?"
_PAGE = r"(?:\s?,?\s{1,2}at\s{1,2}(?:pp?\.?\s?)?\d{1,4}[A-I]?(?:\s?[-–]\s?\d{0,4}[A-I]?)?(?=,?\s))?"
_NEARER = (
    r"(?:(?:particularly|especially|esp\.?|notably|in\sparticular"
    r"|per(?:\s[A-Z][A-Za-z’'-]*\.?){1,5}(?:\s\([a-z ]{3,30}\))?),?\s{1,2})?"
)
PIN = re.compile(
    rf"(?:</[a-z]{{1,8}}>)?{_PAGE}{_DEFINITION}\s?,?\s{{0,2}}(?:\([A-Z][A-Za-z. ]{{1,19}}\)\s?)?,?\s{{0,2}}{_NEARER}"
    rf"(?:(?:at|in)\s{{1,2}})?(?P<pin>{PINPOINT})(?!\d|\s?of\s)"
)
"""The pinpoint after a citation: "at [45]", ", at paras. 45-47", ", [105]", "§70", "at 373F, [12]"."""
JOIN = re.compile(r"\s{0,2}(?:\([A-Z.]{2,8}\))?\s?(?:[,;=]\s{0,2}(?:or\s)?|or\s)?")
"""Text between two citations of one decision."""
BACK = Anchored(
    (r"at(?=\s{1,2}[p§¶\[])", r"in(?=\s{1,2}[p§¶\[])"), rf"(?:at|in)\s{{1,2}}(?P<pin>{PINPOINT})(?!\d|\s?of\s)"
)
"""Text after the name of a case cited before: "Smith at [12]", "Grant, at paras. 71-73"."""
BEFORE_BACK = re.compile(r"_?,?\s{1,2}(?:\(?(?:supra|above)\)?,?\s{1,2})?\Z")
"""Text between the name and BACK; 15 characters at most."""
DEFINED = re.compile(
    r"(?:\s{0,2}\([A-Z.]{2,8}\))?,?\s{0,2}\((?:the\s|hereinafter\s)?[“\"‘']\s?([^”\"’'\n]{2,60}?)\s?[”\"’'](?:\s(?:case|decision))?\)"
)
FORWARD = Anchored(
    r"ara(?<=([Pp])ara)", rf"\b(?P<pin>[Pp]ara(?:graph)?s?\.?\s{{1,2}}{PLAIN_NUMBERS})\s(?:in|of)\s(?=[A-Z])"
)
"""Text in front of the name of a case cited before: "para. 52 in Sinclair"."""
OWN = Anchored(
    (r"ara(?<=([Pp])ara)", "§", r"\[(?=\d)"),
    rf"(?:\b(?:[Pp]ara(?:graph)?s?\b\.?|§§?)\s{{0,3}}\[?\d{{1,4}}(?![\d/])(?:[\d()\[\],&–-]|\s|to|and|[a-z]{{1,4}}(?=\))){{0,30}}(?<![\s,])|{BRACKETED_NUMBERS})(?:\s{{1,2}}|,\s)_?"
    r"(?:above|below|supra|infra|hereof|of\s(?:this|the\spresent|my)\s(?:judgment|decision|ruling|reasons)|of\sthese\sreasons)(?:_|\b)",
)
"""A paragraph of the same decision: "paragraph 12 above", "[30] above", "para 5 of this judgment"."""
_VERSUS = re.compile(r"\sv\.?\s|\svs?\.\s|\sc\.\s")
_PARTY = r"(?:[A-Z][\w’'.&-]*|\([^()]{1,60}\)|of|the|and|de|la|du|for|&|,(?=\s(?:Ltd|Inc|LLP|Co)))"
_LEFT = re.compile(rf"{_PARTY}(?:\s{_PARTY}){{0,12}}$")
_STATES = frozenset(
    "R R. HKSAR Regina Rex The Queen King Her His Majesty Canada Commissioner Commissioners Minister Attorney General "
    "Attorney-General AG Quebec Québec Ontario Alberta British Manitoba Saskatchewan Nova New PP Public Secretary "
    "Director Re In Reference See Hong Kong Crown DPP Law Society HMRC".split()
)
"""Words that never name a case on their own."""
_SPLIT = re.compile(r"\band\s(?=[A-Z])")
"""The "and" between two cases, or within a name: "Citing Okanagan and Little Sisters …"."""
_LEADING = frozenset("Citing In See Also Following Cf Compare Per Re Applying Under And But Since After".split())
NAME_WINDOW = 160
"""Characters before a citation that are searched for the name of the case."""
SHORT_NAME = 60
"""Characters of the longest name by which a case is cited again."""


@dataclass(frozen=True, slots=True)
class _Full:
    """Hold a citation as printed, without its pinpoint."""

    start: int
    end: int
    target: str


def find(text: str, start: int, end: int) -> list[Citation]:
    """Return the references to decisions in ``text[start:end]``; the caller sorts them.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.

    Returns:
        Citations of the kind ``case``, and ``internal`` for paragraphs of the same decision.
    """
    fulls = list(_apart(_fulls(text, start, end)))
    citations = [*_pinned(text, end, fulls), *_own(text, start, end), *_short(text, start, end, fulls)]
    return [*citations, *_by_name(text, start, end, fulls)]


def _fulls(text: str, start: int, end: int) -> Iterator[_Full]:
    for match in BRACKETED.finditer(text, start, end):
        series, division = _series(match[2]), match[0][match.end(3) - match.start() :].strip()
        yield _Full(match.start(), match.end(), f"[{match[1]}] {series} {match[3]}{' ' + division if division else ''}")
    for match in ROUND.finditer(text, start, end):
        if JOURNAL.search(_series(match[2])):
            continue
        yield _Full(match.start(), match.end(), f"({match[1]}) {_series(match[2])} {match[3]}")
    for match in UNBRACKETED.finditer(text, start, end):
        neutral = f"{match['year']} {match['court']} {int(match['number'])}" if match["year"] else ""
        target = neutral or f"{match['volume']} {_series(match['series'])} {match['page']}"
        yield _Full(match.start(), match.end(), target)
    for match in ACTION.finditer(text, start, end):
        yield _Full(match.start(), match.end(), f"{match[1]} {int(match[2])}/{match[3]}")
    for match in TRIBUNAL.finditer(text, start, end):
        yield _Full(match.start(), match.end(), match[0])
    for match in EUROPEAN.finditer(text, start, end):
        yield _Full(match.start(), match.end(), f"{match[1]}-{match[2]}/{match[3]}")


def _series(printed: str) -> str:
    """Return the normal form of a series: ``S.C.R.`` → ``SCR``; ``2  All E.R.`` → ``2 All ER``."""
    return " ".join(printed.replace(".", "").replace("’", "'").split()).replace("F 2d", "F2d").replace("F 3d", "F3d")


def _apart(fulls: Iterator[_Full]) -> Iterator[_Full]:
    """Yield the citations in order; of two that overlap, the longer."""
    last = 0
    for full in sorted(fulls, key=lambda full: (full.start, -full.end)):
        if full.start >= last:
            yield full
            last = full.end


def _pinned(text: str, end: int, fulls: Sequence[_Full]) -> Iterator[Citation]:
    """Yield each citation with its pinpoint; parallel citations of one decision share the pinpoint of the last."""
    group: list[Citation] = []
    for at, full in enumerate(fulls):
        pin = PIN.match(text, full.end, end)
        following = fulls[at + 1].start if at + 1 < len(fulls) else end
        if pin and pin.end() > following:
            pin = None
        group.append(
            Citation(
                full.start, pin.end() if pin else full.end, "case", full.target, paragraph(pin["pin"]) if pin else ""
            )
        )
        join = JOIN.match(text, full.end, end)
        alone = at + 1 == len(fulls) or (NEUTRAL.match(full.target) and NEUTRAL.match(fulls[at + 1].target))
        if pin or alone or not join or join.end() != following:
            path = group[-1].path
            yield from (citation if citation.path == path else replace(citation, path=path) for citation in group)
            group = []


def _short(text: str, start: int, end: int, fulls: Sequence[_Full]) -> Iterator[Citation]:
    """Yield short citations such as "61 CLR at 363", if only one decision is cited from that volume."""
    volumes: dict[str, set[str]] = {}
    for full in fulls:
        if volume := VOLUME_OF.search(full.target):
            volumes.setdefault(volume[1], set()).add(full.target)
    last = start
    for page in AT_PAGE.finditer(text, start, end) if volumes else ():
        begin, stop = max(last, page.start() - LONGEST_SERIES), min(end, page.end() + LONGEST_PAGE)
        match = SHORT.search(text, begin, stop)
        if match is None:
            continue
        last = match.end()
        targets = volumes.get(f"{match[1]} {_series(match[2])}", set())
        if len(targets) == 1:
            yield Citation(match.start(), match.end(), "case", next(iter(targets)))


def _own(text: str, start: int, end: int) -> Iterator[Citation]:
    for match in OWN.finditer(text, start, end):
        yield Citation(match.start(), match.end(), "internal", "", paragraph(match[0]))


def _by_name(text: str, start: int, end: int, fulls: Sequence[_Full]) -> Iterator[Citation]:
    """Yield citations of a case by its name, if the name stands for one decision."""
    cases: dict[str, tuple[int, str]] = {}
    ambiguous: set[str] = set()
    last_end, last_target = start, ""
    for full in fulls:
        parallel = last_target and JOIN.fullmatch(text, last_end, full.start)
        target = last_target if parallel else full.target
        names = [] if parallel else list(_names(text, max(start, last_end, full.start - NAME_WINDOW), full.start))
        if defined := DEFINED.match(text, full.end, end):
            names.append(defined[1].strip("_ "))
        for name in names:
            if cases.setdefault(name, (full.end, target))[1] != target:
                ambiguous.add(name)
        last_end, last_target = full.end, target
    if not cases:
        return
    last = start
    for match in BACK.finditer(text, start, end):
        gap = BEFORE_BACK.search(text, max(last, match.start() - 15), match.start())
        if gap is None:
            continue
        last, after = match.end(), gap.start()
        name = next((words for words in _tails(text[max(start, after - SHORT_NAME) : after]) if words in cases), "")
        if name and name not in ambiguous and cases[name][0] <= after:
            begin = after - len(name)
            begin -= gap[0].startswith("_") and text[begin - 1 : begin] == "_"  # Markdown
            yield Citation(begin, match.end(), "case", cases[name][1], paragraph(match["pin"]))
    for match in FORWARD.finditer(text, start, end):
        name = next((words for words in _heads(text[match.end() : match.end() + SHORT_NAME]) if words in cases), "")
        if name and name not in ambiguous and cases[name][0] <= match.start():
            yield Citation(match.start(), match.end() + len(name), "case", cases[name][1], paragraph(match["pin"]))


def _heads(after: str) -> Iterator[str]:
    """Yield the runs of words at the start of ``after``, the longest first; no word is cut or a genitive."""
    bounds = [match.start() for match in re.finditer(r"(?<=\w)(?![\w’'&-])|(?<=\w\.)(?=[\s,])", after)]
    yield from (after[:at] for at in reversed(bounds))


def _tails(before: str) -> Iterator[str]:
    """Yield the runs of words at the end of ``before`` that begin with a capital, the longest first."""
    bounds = [match.start() for match in re.finditer(r"(?<![A-Za-z0-9.’'-])[A-Z]", before)]
    yield from (before[at:] for at in bounds)


def _names(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the names by which the text may cite a case again; its citation begins at ``end``."""
    before = text[start:end].rstrip(" ,(\n")
    versus = list(_VERSUS.finditer(before))
    if not versus:
        return
    right = before[versus[-1].end() :]
    left = _LEFT.search(before[max(0, versus[-1].start() - 100) : versus[-1].start()])
    first = left[0] if left else ""
    if first.split()[:1] and first.split()[0] in _LEADING:
        first = _SPLIT.split(first, 1)[-1]
    for party in (first, right):
        words = re.split(r"\s?\(|,", party)[0].split()
        while words and (words[0].islower() or words[0] in _LEADING):
            words = words[1:]
        if words and words[0] not in _STATES:
            yield " ".join(words)
            yield from (" ".join(words[:count]) for count in range(1, 4) if count > 1 or len(words[0]) > 2)
    if left:
        yield f"{left[0]}{versus[-1][0]}{right}".strip()
