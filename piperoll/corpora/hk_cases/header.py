"""Read what the head of a judgment says: citation, court, judges, name, date, kind."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from piperoll.corpora.hk_cases.counsel import by_side
from piperoll.corpora.hk_cases.parties import BETWEEN, GOES_ON, JOIN, NUMBERED_PARTY, ROLE, STANDING, together

JUDGMENT, DECISION, RULING = "judgment", "decision", "ruling"
CORRIGENDUM, PRESS_SUMMARY, EXTRACT = "corrigendum", "press summary", "extract"

REPORTS = frozenset(
    "AC QB KB WLR CH FAM P ER ALLER SLR HKLR HKC HKLRD HKCLR HKCFAR MLJ SCR SCC FCR CLR ALR ALJR VR SR NSWLR QDR "
    "ICR IRLR BCLC BCC CMLR ECR RPC FSR STC TC LGR LR EHRR UKHRR FLR FCR OJ CAR".split()
) - {"SCC"}
"""Series of law reports: "[1979] HKLR 491" looks like a neutral citation and is none."""
NEUTRAL = re.compile(
    # [2025] HKCFI 470; [2023] EWHC 2638 (Comm); [2023] EWCA Civ 637; [2024] EWCOP 30 (T2); [2022] UKUT 116 (IAC)
    r"\[(?P<year>1[89]\d\d|20\d\d)\][ \xa0]+(?P<court>[A-Z]{2,10}(?:cop|Trib)?(?:\([A-Z]\))?)"
    r"(?:[ \xa0]+(?P<division>Civ|Crim|Patents))?"
    r"[ \xa0]+(?P<number>\d{1,5})(?:[ \xa0]*\((?P<suffix>[A-Za-z][A-Za-z0-9 ]{0,12})\))?"
)
CANADIAN = re.compile(r"\b(?P<year>19[89]\d|20\d\d)[ \xa0]+(?P<court>[A-Z]{2,8})[ \xa0]+(?P<number>\d{1,5})\b")
"""2022 SCC 5, 2017 SSTADIS 186."""
MONTHS = "January February March April May June July August September October November December".split()
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in MONTHS)
DATE = re.compile(
    rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ \xa0]+(?:day of )?(?P<m>{_MONTH})\.?,?[ \xa0]+(?P<y>(?:1[89]|20)\d\d)\b"
    rf"|\b(?P<m2>{_MONTH})\.?[ \xa0]+(?P<d2>\d{{1,2}}),[ \xa0]+(?P<y2>(?:1[89]|20)\d\d)\b"
    r"|(?P<y3>(?:19|20)\d\d)年(?P<m3>\d{1,2})月(?P<d3>\d{1,2})日"
    r"|\b(?P<y4>(?:19|20)\d\d)-(?P<m4>\d\d)-(?P<d4>\d\d)\b"
    r"|\b(?P<d5>\d{1,2})/(?P<m5>\d{1,2})/(?P<y5>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
DECIDED = re.compile(
    r"date of (?:the )?(?:judgment|decision|ruling|sentence|reasons|order|handing)|date of corrigendum|decision date"
    r"|judgment (?:delivered|date\b)|handed down|delivered|promulgated"
    r"|判案日期|判決日期|判刑日期|裁決日期|勘誤日期|宣判日期",
    re.IGNORECASE,
)
# "13 Marc h 2002", as a converter writes it
APART = re.compile(r"(?<=[a-z]) (?=[a-z]\b)")
HEARD = re.compile(r"\b(?:hearing|heard|trial|argued)\b|聆訊|審訊", re.IGNORECASE)
"""Matches a line of dates on which no judgment was given."""
_TITLE_ENDS = r"(?=\s*(?:$|[(:;–—-]|(?:on|as to|and|of|for|re|no|in)\b))"
KINDS = (
    (CORRIGENDUM, re.compile(r"^(?:CORRIGENDUM|CORRIGENDA|ERRATUM|勘誤|勘誤表)$", re.IGNORECASE)),
    (PRESS_SUMMARY, re.compile(r"^PRESS SUMMARY\b", re.IGNORECASE)),
    (RULING, re.compile(rf"^(?:(?:APPROVED|EX TEMPORE|ORAL|COSTS) )?RULING{_TITLE_ENDS}|^裁斷書|^裁定", re.IGNORECASE)),
    (
        DECISION,
        re.compile(
            rf"^(?:(?:APPROVED|REASONS FOR) )?(?:DECISION|DETERMINATION){_TITLE_ENDS}|^決定(?:書|理由書)", re.IGNORECASE
        ),
    ),
    (
        JUDGMENT,
        re.compile(
            r"^(?:(?:APPROVED|FINAL|RESERVED|REASONS FOR|GROUNDS OF|EX TEMPORE|ORAL) )*"
            rf"(?:JUDGE?MENT|SENTENCE|VERDICT|DECISION){_TITLE_ENDS}|^TRANSCRIPT OF THE AUDIO RECORDING\b"
            r"|^(?:判案書|判案理由書|判決書|判刑理由書|判詞|裁決理由書)",
            re.IGNORECASE,
        ),
    ),
)
"""Beginnings of title lines: "JUDGMENT", "REASONS FOR SENTENCE", "RULING ON COSTS"; not "Decision Date: …"."""


# "…, Nazim Khan with", then "Chng Bee Peng (Colin Ng & Partners) for the applicants"
_RUNS_ON = "(?:" + "|".join(rf"(?<={word}{space})" for word in (",", " and", " with") for space in ("", " ")) + ")"


def _label(names: str) -> re.Pattern[str]:
    """Return a pattern for a line "Name: value", bold or not; the value may stand below the name."""
    mark = r"[^\w\n]{0,12}"
    return re.compile(
        rf"^{mark}(?:{names})[^\w\n:：]{{0,12}}[:：]{mark}(?:\n{mark}){{0,2}}"
        rf"(?P<v>\S.*(?:{_RUNS_ON}\n{{1,2}}[ \t]*\S.*)*)$",
        re.MULTILINE | re.IGNORECASE,
    )


LABELS = {
    "judges": _label("Before|Coram|Judges?|Justices?|主審法官|審理法官"),
    "case_numbers": _label("(?:Case|Claim|Appeal|Docket|File|Suit|Reference)(?: (?:Numbers?|Nos?))?\\.?"),
    "court": _label("Tribunal/Court|Court"),
    "counsel": _label("Counsel Name\\(s\\)|Present|Representation|Counsel|出席人士"),
    "parties": _label("Parties"),
}
LINE_WITH_COLON = re.compile(r"\n(?=[^\n:：]{0,60}[:：])")
"""The end of the line before one that may have one of these labels: a label and its colon are shorter than that."""
# "Before Judge Nicola Muir"
BEFORE = re.compile(r"^Before (?P<v>[A-Z][^\n]{2,80})$", re.MULTILINE)
# "TRIBUNAL:  JUDGE ADA BEAM", with a member on a line below
PANEL = re.compile(r"^TRIBUNAL ?:[ \t]*(?P<v>JUDGE [^\n]{2,80}(?:\n[ \t]{2,}[A-Z][^\n]{2,80}){0,4})$", re.MULTILINE)
# "Before" on a line of its own, then a judge a line
BENCH = re.compile(r"^before[ :]*$\n(?P<v>(?:\n{0,2}[A-Z][^\n]{2,80}\n){1,12})", re.MULTILINE | re.IGNORECASE)
# "Lord Reed (President), Lady Black and Lord Sales": several judges on one line
JUDGES = re.compile(r",\s+(?:and )?(?=(?:Lord|Lady|Sir|Dame|Mr|Mrs|Ms)\b)|\s+and\s+(?=(?:Lord|Lady|Sir|Dame|Hon)\b)")
# "Judge Ada Beam", "Ada Beam KC, Deputy Chamber President": a judge on a line of its own, without "Before"
ALONE = re.compile(
    r"^(?P<v>(?:(?:Upper|First-tier) Tribunal )?Judge (?:[A-Z][\w.’'-]+ ?){1,4}"
    r"|[A-Z][^\n,]{3,50}, (?:Deputy )?Chamber President(?: and [A-Z][^\n,]{3,60})?)[ \t]*$",
    re.MULTILINE,
)
JUST_TITLE = re.compile(r"(?:(?:Deputy|Upper|First-tier|District) )*(?:Tribunal )?Judge", re.IGNORECASE)
MEMBER = re.compile(r"(?:TRIBUNAL )?MEMBER:? (?=\S)", re.IGNORECASE)
# "LORD JUSTICE SINGH": a judge on a line of its own, above the parties
BY_TITLE = re.compile(
    r"^(?P<v>(?:(?:THE HON(?:OURABLE)?\.? )?(?:LORD|LADY|MR|MRS|MS) JUSTICE|HHJ|HIS HONOUR JUDGE|HER HONOUR JUDGE)"
    r"(?: [A-Z][\w.’'-]+){1,4})[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
NOT_BENCH = re.compile(
    r"between\b|b e t w e e n\b|in the matter\b|re\b|regina\b|the (?:king|queen|crown)\b|[^\n]*\t"
    r"|judg(?:e)?ment\b|decision\b|heard\b|hearing\b|date\b|sitting\b|on\b|representation\b|counsel\b|re:|\W|\d",
    re.IGNORECASE,
)
SHORT_LINE = 120
"""Characters of the longest line that only says a date."""
# "Smith v The Queen", "CITATION: Smith v. Jones, 2021 ONCA 5"
NAMED = re.compile(
    r"(?:\w+: )?(?P<v>[A-Z(][^\n:;]{1,120}? v\.? [A-Z(][^\n:;\[]{1,120}?)(?:,? (?:19|20)\d\d\b.*|\s*\[.*)?"
)
# "In the matter of:" on a line of its own, with "Re K" or "Ada Beam" below
MATTER = re.compile(r"(?:and )?in the matter of:?", re.IGNORECASE)
STATUTE = re.compile(r"\b(?:acts?|rules|regulations|order|ordinance|application|reference|appeal)\b", re.IGNORECASE)
RE = re.compile(r"^re:? ", re.IGNORECASE)
LONGEST = 300
"""Characters of one value of the metadata: a longer one is text that was taken by mistake."""
LONGEST_IN_LIST = {"catchwords": 1_500, "counsel": 1_500}
"""Characters of a value of the lists that have longer ones."""


def neutral_citation(text: str) -> str:
    """Return the neutral citation that ``text`` names first, as it is usually written; "" where it names none."""
    for match in sorted((*NEUTRAL.finditer(text), *CANADIAN.finditer(text)), key=lambda match: match.start()):
        if match["court"].upper() in REPORTS or _is_of_appeal_below(text, match.start()):
            continue
        if match.re is CANADIAN:
            if not text[: match.start()].rstrip().endswith("["):
                return f"{match['year']} {match['court']} {match['number']}"
            continue
        division = f" {match['division']}" if match["division"] else ""
        suffix = f" ({match['suffix']})" if match["suffix"] and match["court"] in BRACKETED else ""
        return f"[{match['year']}] {match['court']}{division} {int(match['number'])}{suffix}"
    return ""


BRACKETED = frozenset("EWHC UKUT UKFTT EWFC EWCOP SGHC SGHCI NIKB NIQB".split())
"""Courts whose citation ends with a division in brackets: "[2021] UKUT 116 (IAC)", "[2022] SGHC(A) 1"."""


def _is_of_appeal_below(text: str, at: int) -> bool:
    """Return whether the line says what the appeal is from: "On Appeal From [2025] HKCFI 470"."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lower()
    return "appeal from" in line or "appealed from" in line or "affirming" in line or "setting aside" in line


def court_code(citation: str) -> str:
    """Return the court of a citation: ``HKCA`` of "[2025] HKCA 943", ``EWHC (Comm)`` of "[2023] EWHC 2638 (Comm)"."""
    if match := NEUTRAL.fullmatch(citation):
        rest = " ".join(filter(None, (match["division"], f"({match['suffix']})" if match["suffix"] else "")))
        return f"{match['court']} {rest}".strip()
    match = CANADIAN.fullmatch(citation)
    return match["court"] if match else ""


def day(text: str) -> str:
    """Return the first date in ``text`` that exists, in ISO form; "" where there is none."""
    for match in DATE.finditer(text):
        fields = {name.rstrip("2345"): value for name, value in match.groupdict().items() if value}
        month = fields["m"]
        number = int(month) if month.isdigit() else [name[:3].lower() for name in MONTHS].index(month[:3].lower()) + 1
        try:
            return date(int(fields["y"]), number, int(fields["d"])).isoformat()
        except ValueError:
            continue
    return ""


def decided(text: str) -> str:
    """Return the day of the decision in a head: of the line that says so, else of the last one without a hearing.

    "" where there is none.
    """
    lines = _dated(text)
    for line in reversed(lines):
        if DECIDED.search(line[:LONGEST]):
            return day(line[:LONGEST])
    lines = [line for line in lines if len(line) <= SHORT_LINE]
    for line in reversed(lines):
        if not HEARD.search(line) and (decision_day := day(line)):
            return decision_day
    return ""


def heard(text: str) -> str:
    """Return the day of the hearing in a head that says no other; "" where there is none."""
    lines = [line for line in _dated(text) if len(line) <= SHORT_LINE]
    return day(lines[-1]) if lines else ""


def _dated(text: str) -> list[str]:
    """Return the lines with a day."""
    lines = [line for line in text.split("\n") if DATE.search(line[:LONGEST])]
    return lines or [line for line in APART.sub("", text).split("\n") if DATE.search(line[:LONGEST])]


def bench(text: str) -> list[str]:
    """Return the judges behind or below the word "Before"."""
    if panel := PANEL.search(text):
        return [" ".join(MEMBER.sub("", line).split()) for line in panel["v"].split("\n")]
    match = BENCH.search(text)
    judges = [] if match else [found["v"].strip() for found in (*BEFORE.finditer(text), *ALONE.finditer(text))][:1]
    for line in match["v"].split("\n") if match else ():
        if JOIN.fullmatch(line.strip()):
            continue
        if line.strip() and NOT_BENCH.match(line.strip()):
            break
        judges += [line.strip()[match.end() if (match := MEMBER.match(line.strip())) else 0 :]] if line.strip() else []
    return judges or [found["v"] for found in BY_TITLE.finditer(text)]


def whole_names(judges: Sequence[str]) -> list[str]:
    """Return the judges; a title on a line of its own belongs to the name below it."""
    whole: list[str] = []
    for judge in judges:
        if whole and JUST_TITLE.fullmatch(whole[-1]):
            whole[-1] += f" {judge}"
        else:
            whole.append(judge)
    return whole


def kind_of(lines: Iterable[str]) -> str:
    """Return the kind that a title line names; "" where none does."""
    for line in lines:
        plain = title_of(line)
        for kind, pattern in KINDS:
            if pattern.search(plain):
                return kind
    return ""


def title_of(line: str) -> str:
    """Return ``line`` without marks and with its letters together: "J U D G M E N T" → "JUDGMENT"."""
    return together(" ".join(line.strip(" \t\xa0*_#:").split())[:LONGEST])


def case_name(text: str) -> str:
    """Return the name of the case: a line "A v B", or A and B above and below a line "v" or "and"; "" for none."""
    lines = [" ".join(line.strip(" \t\xa0*#_").split()) for line in text.split("\n")]
    lines = [line for line in lines if line and not ROLE.fullmatch(line)]
    between = False
    first = ""  # of the numbered parties above
    for above, line, below, rest in zip(lines, lines[1:], lines[2:], [*lines[3:], ""], strict=False):
        between = between or BETWEEN.fullmatch(above) is not None
        first = (first or above) if NUMBERED_PARTY.match(above) else ""
        if JOIN.fullmatch(line) and (between or not line.lower().strip("- ").startswith("and")):
            below = f"{below} {rest}" if GOES_ON.search(f"{below}\n{rest}") else below
            sides = [NUMBERED_PARTY.sub("", STANDING.sub("", side)).strip(" ,()") for side in (first or above, below)]
            if all(0 < len(side) <= SHORT_LINE for side in sides):
                return " v ".join(sides)
    named = (NAMED.fullmatch(line) for line in lines if len(line) <= LONGEST)
    if found := next((match["v"].strip(" ,") for match in named if match), ""):
        return found
    matters = (after for line, after in pairwise(lines) if MATTER.fullmatch(line) and not STATUTE.search(after))
    matter = next((RE.sub("", after) for after in matters if len(after) <= SHORT_LINE), "")
    return f"Re {matter}" if matter else ""


def labelled(text: str) -> dict[str, list[str]]:
    """Return what lines such as "Coram: …" say, by field."""
    fields: dict[str, list[str]] = {}
    colon = ":" in text or "：" in text
    starts = [0, *(line.end() for line in LINE_WITH_COLON.finditer(text))] if colon else []
    for name, pattern in LABELS.items():
        if match := next(filter(None, (pattern.match(text, start) for start in starts)), None):
            values = [
                " ".join(value.split()).strip("* ")
                for value in re.split(r"[;；\t]| — ", html.unescape(match["v"].partition(" **")[0]))
            ]
            if name == "counsel":
                values = by_side(values)
            if name == "judges":
                values = [judge.rstrip(".") for value in values for judge in JUDGES.split(value)]
            fields[name] = [value for value in values if value]
    return fields


def compact(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``metadata`` without values that are empty or too long."""
    kept: dict[str, Any] = {}
    for name, value in metadata.items():
        if isinstance(value, list):
            longest = LONGEST_IN_LIST.get(name, LONGEST)
            value = list(dict.fromkeys(text.strip() for text in value if text.strip() and len(text) <= longest))
        elif isinstance(value, str):
            value = value.strip() if len(value) <= LONGEST else ""
        if value:
            kept[name] = value
    return kept
