"""Find which act of the European Union, or treaty, a Swedish text names with an article of it."""

import re
from dataclasses import dataclass

from piperoll.corpora.citations import european
from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.swedish_acts import BEFORE
from piperoll.corpora.citations.swedish_names import CODES
from piperoll.corpora.citations.swedish_provisions import DASH, MOST, ORDINAL

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
TREATY = re.compile("|".join(re.escape(name) for name in CODES if CODES[name].startswith(("EU", "FEU"))))
# "artikel 6 i detta avtal", "article 7 of this Agreement"
OWN_TREATY = re.compile(r"(?:detta|denna|this|the present)\b")


@dataclass(slots=True)
class EuropeanActs:
    """Remember which European act a text named last."""

    text: str
    last: str = ""

    def named(self, at: int, start: int, end: int) -> tuple[int, int] | None:
        """Read an act that is named by its number at ``at``, and return its range with the word in front of it.

        Args:
            at: where the number begins.
            start: where the chunk begins.
            end: where it ends.
        """
        match = european.ACT.match(self.text, at, end)
        if match is None:
            return None
        floor = max(start, at - BEFORE)
        kind = EU_BEFORE.search(self.text[floor:at])
        self.last = european.target(match)
        return floor + kind.start() if kind else at, match.end()

    def after(self, at: int, end: int) -> tuple[str | None, int]:
        """Return the European act after an article, and the end of its name.

        Args:
            at: where the article ends.
            end: where the chunk ends.

        Returns:
            The act: "" for none, None if it is unknown; and the end.
        """
        of = OF_ARTICLE.match(self.text, at, end)
        if of is None:
            return "", at
        if match := EU_ACT.match(self.text, of.end(), end):
            self.last = european.target(match)
            return self.last, match.end()
        if match := EU_SAME.match(self.text, of.end(), end):
            return self.last or None, match.end()
        if match := TREATY.match(self.text, of.end(), end):
            self.last = CODES[match[0]]
            return self.last, match.end()
        if re.match(r"\w", self.text[of.end() : of.end() + 1]) and not OWN_TREATY.match(self.text, of.end(), end):
            return None, of.end()
        return "", at
