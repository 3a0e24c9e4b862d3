"""Tell whether a section relates what happened, where its heading says nothing of it: ``The family meetings``.

What comes behind the facts goes on with them as long as it hardly weighs anything; a few sections behind them, what
weighs even less takes them up again.
"""

import re
from collections.abc import Sequence
from itertools import accumulate

WEIGHS = (
    " submi", " section ", " should ", " whether ", " question", " issue", " reason", " law ", " must ", " argu",
    " conten", " in my ", " in our ", " my view", " our view", " principle", " held", " authorit", " [19", " [20",
    " (19", " I am ", " I accept", " I find", " I do not", " we do not", " I consider", " I think", " I would",
    " of the Act", " s ", " ss ", " therefore ", " however, ", " counsel ", " test ", " would be ", " clear ",
    " satisfied that", " these orders", "本席", "認為", "陳詞", "求情", "量刑", "法庭", "案例",
)  # fmt: skip
"""Words of who weighs, and of the law. Of 433 sections behind the facts those with fewer were read: they tell."""
MOST_UNDER_HEADING, MOST = 2.5, 2.0
"""Such words in 1,000 characters, at most, of a section that tells, and of a chunk without a heading."""
MOST_AGAIN = 1.75
"""The same of a section that takes up the facts again, a few sections behind them."""
AGAIN = 4
"""Sections, at most, between the facts and one that takes them up again."""
SHORTEST_AGAIN, SHORTEST = 1_200, 600
"""Characters of such a section, at least; the second where there is one section between or none."""
CONTENDS = (
    " claim", " maintain", " assert", " denie", " alleg", "ccording to", " plead", " says ", " stated that ",
    " averred",
)  # fmt: skip
"""Words of what a side contends, which count as those of who weighs where its case is told."""
PER = 1_000
LOOKED_AT = 12_000
"""Characters at the start of a section that are looked at."""
# "The plaintiff’s case", "The case for Top Ten", "E. The Parties’ Cases", "The Respondents’ initial response"
SIDE = re.compile(
    r"['’`]s?(?: \w+){0,2} (?:cases?|defences?|claims?|positions?|response|representations?)\b"
    r"|\b(?:cases? for|competing|(?<!ministry of )(?<!department of )defences?|pleaded|pleadings?|representations)\b"
    r"|輕判請求|求情|陳詞",
    re.IGNORECASE,
)
# "The Prosecution’s Case", "The case for Top Ten", "Wicks defence": the evidence of a side may be told below it
STORY = re.compile(
    r"\W*(?:\w{1,4}[.)] )?(?:the )?(?:[\w ]{1,40}['’`]s? |\w{2,20}s )?(?:case|defence|claim)"
    r"(?: for (?:the )?[\w ]{1,40})?\W*",
    re.IGNORECASE,
)
# "Legislative framework", "VISA CRITERIA", "Schedule 16 Finance Act 2020", "Appeal of Alder Pte Ltd",
# "The appeal", "Section 7 is …"
LAW = re.compile(
    r"\b(?:sections? \d|articles? \d|legislat|criteri|act\b|schedule|regulation|jurisdiction|constitution"
    r"|disputed|loss(?:es)?\b|damages?\b)"
    r"|(?:^|› )(?:(?:the|this) )?(?:(?:present|instant) )?appeals?(?: (?:of|by|›)|$)",
    re.IGNORECASE,
)
# "The witnesses", "Dr Alder’s evidence › Cross-examination"
EVIDENCE = re.compile(r"\b(?:evidence|testimony|witness(?:es)?)\b", re.IGNORECASE)
# "I found her to be reliable", "we do not accept", "in my judgment"; not "later in my judgment"
FINDS = re.compile(
    r"\b(?:I|(?<!do )[Ww]e)(?: also| do| do not| did not| am| am not| was| cannot| could not| [a-z]{2,15}ly)?,? "
    r"(?:find|found|accept|accepted|reject|rejected|prefer|preferred|satisfied|disbelieve|conclude|concluded"
    r"|persuaded)\b|\bpersuades? me\b"
    r"|(?<!later )(?<!earlier )(?<!elsewhere )\b[Ii]n my (?:view|judgment|opinion|assessment)\b"
)
# "“Each paragraph of it begins so.", "“The last one also ends.”"
QUOTED = re.compile(r'“[^“”]*(?:“[^“”]*){0,8}”|"[^"]{0,2000}"')
MOST_PER_FINDING = 2_000
"""Characters of a chunk for each finding in it, at most, where the judge weighs the evidence."""
FEWEST_PER_FINDING = 3_000
"""Characters of a section for each finding in it, at least, where it takes up the facts again."""
DECIDES = 3
"""Findings in a first chunk without a heading, at least, that decides instead of telling."""


def weighs_evidence(heading: str, content: str) -> bool:
    """Return whether the judge weighs the evidence in a chunk below a heading that names evidence or witnesses.

    Args:
        heading: the headings above it.
        content: its text.
    """
    return EVIDENCE.search(heading) is not None and finds(content) * MOST_PER_FINDING >= len(content)


def decides(content: str) -> bool:
    """Return whether the judge finds this and that in a chunk, as where costs are all that is left to decide."""
    findings = finds(content)
    return findings >= DECIDES and findings * MOST_PER_FINDING >= len(content)


def finds(content: str) -> int:
    """Return how often a judge finds something in a text; what stands in quotation marks is a witness's."""
    return sum(1 for _ in FINDS.finditer(QUOTED.sub(" ", content)))


def tells(heading: str, texts: list[str]) -> bool:
    """Return whether a section tells what happened.

    Args:
        heading: the headings above it; "" for none.
        texts: the texts of its chunks.

    Returns:
        Whether it does; never where a heading says the law, or that a side speaks, unless it is the story of a side.
    """
    words: tuple[str, ...] = WEIGHS
    if speaks(heading):
        if not STORY.fullmatch(heading):
            return False
        words += CONTENDS
    return not LAW.search(heading) and _hardly_weighs(texts, words, MOST_UNDER_HEADING if heading else MOST)


def tells_again(heading: str, texts: list[str], since: float) -> bool:
    """Return whether a section with a heading takes up what happened again.

    Args:
        heading: the headings above it.
        texts: the texts of its chunks.
        since: sections between it and the last that told what happened; 1 behind one that took it up again.
    """
    text = "\n".join(texts)
    most, shortest = (MOST, SHORTEST) if since == 1 else (MOST_AGAIN, SHORTEST_AGAIN)
    return (
        since <= AGAIN
        and len(text) >= shortest
        and not (heading == "" or speaks(heading) or LAW.search(heading))
        and _hardly_weighs(texts, WEIGHS, most)
        and finds(text) * FEWEST_PER_FINDING < len(text)
    )


def _hardly_weighs(texts: list[str], words: Sequence[str], most: float) -> bool:
    """Return whether a section has fewer than ``most`` of the words of who weighs in PER characters.

    Args:
        texts: the texts of its chunks.
        words: the words.
        most: how many are too many.
    """
    text = "\n".join(texts)[:LOOKED_AT]
    counts = accumulate(text.count(word) for word in words)
    return bool(text) and all(count < most * len(text) / PER for count in counts)


def speaks(heading: str) -> bool:
    """Return whether a heading says that a side speaks."""
    return SIDE.search(heading) is not None
