"""Find which act a Swedish text names, by number, by name, or as "samma lag"."""

import re
from dataclasses import dataclass, field

from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.swedish_names import NAMES, SHORT

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


@dataclass(slots=True)
class Acts:
    """Remember which acts a text names, from start to end: what names mean in it, and which act was named last."""

    text: str
    key: str
    """The key of the statute itself."""
    learned_names: dict[str, str] = field(default_factory=dict)
    last: str = ""
    chapter: str = ""
    """The chapter of ``last`` that was named with it."""

    def learn(self, at: int) -> None:
        """Remember the name of the act whose number begins at ``at``; the text may use the name without the number."""
        match = NUMBERED.match(self.text, at)
        name = self.name_before(at, 0) if match else None
        if match and name is not None:
            words = plain(self.text[name:at])
            if words not in GENERIC:
                self.learned_names.setdefault(words, key_of(match))
            if title := TITLE.match(self.text, match.end()):
                self.learned_names.setdefault(words + " " + plain(title[0]), key_of(match))

    def remember(self, name: str, act: str) -> None:
        """Remember ``act`` as the last act, and ``name`` as its name; "lagen" alone fits any act."""
        self.last, self.chapter = act, ""
        if plain(name) not in GENERIC:
            self.learned_names[plain(name)] = act

    def target_of(self, name: str) -> str:
        """Return the act that a name means, in this text or in general; "" if none is known."""
        return self.learned_names.get(plain(name)) or NAMES.get(plain(name)) or SHORT.get(name, "")

    def name_before(self, at: int, floor: int) -> int | None:
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

    def after(self, at: int, end: int) -> tuple[str | None, int]:
        """Return the act after an enumeration, and the end of its name.

        Args:
            at: where the enumeration ends.
            end: where the chunk ends.

        Returns:
            The act: "" for the statute itself, None if it is unknown; and the end.
        """
        text = self.text
        gap = PREPOSITION.match(text, at, end)
        if gap is None:
            return "", at
        at_name = gap.end()
        if match := OWN_ACT.match(text, at_name, end):
            return self.key, match.end()
        if match := SAME_ACT.match(text, at_name, end):
            return self.last or None, match.end()
        if former := FORMER.match(text, at_name, end):
            at_name = former.end()
        if match := NAMED.match(text, at_name, end):
            self.remember(match["name"], key_of(match))
            return self.last, match.end()
        if match := REGULATIONS.match(text, at_name, end):
            self.last = key_of(match)
            return self.last, match.end()
        for pattern, stop in ((TITLED, "name"), (NAME, 0), (SHORT_NAME, 0)):
            if (match := pattern.match(text, at_name, end)) and (target := self.target_of(match[0])):
                self.last = target
                return target, match.end(stop)
        if match := UNKNOWN.match(text, at_name, end):
            return None, match.end()
        return "", at


def plain(name: str) -> str:
    """Return a name in lower case and on one line, as names are compared."""
    return " ".join(name.split()).lower()


def key_of(match: re.Match[str]) -> str:
    """Return the key in a match of a printed number: ``SFS 2010:800``, ``SSMFS 2018:3``."""
    return f"{match['series'] or 'SFS'} {' '.join(match['number'].split())}"
