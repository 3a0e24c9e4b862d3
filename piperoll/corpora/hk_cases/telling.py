"""Tell whether a section relates what happened, where its heading says nothing of it: ``The family meetings``.

What comes behind the facts goes on with them as long as it hardly weighs anything.
"""

import re
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
PER = 1_000
LOOKED_AT = 12_000
"""Characters at the start of a section that are looked at."""
# "The plaintiff’s case", "The case for Top Ten", "E. The Parties’ Cases", "The Respondents’ initial response"
SIDE = re.compile(
    r"['’`]s?(?: \w+){0,2} (?:cases?|defences?|claims?|positions?|response|representations?)\b"
    r"|\b(?:cases? for|competing|defences?|pleaded|pleadings?|representations)\b|輕判請求|求情|陳詞",
    re.IGNORECASE,
)
# "Legislative framework", "VISA CRITERIA", "Schedule 16 Finance Act 2020", "Appeal of Alder Pte Ltd",
# "The appeal", "Section 7 is …"
LAW = re.compile(
    r"\b(?:sections? \d|articles? \d|legislat|criteri|act\b|schedule|regulation|jurisdiction|constitution)"
    r"|(?:^|› )(?:(?:the|this) )?(?:(?:present|instant) )?appeals?(?: (?:of|by)\b|$)",
    re.IGNORECASE,
)
# "The witnesses", "Dr Alder’s evidence › Cross-examination"
EVIDENCE = re.compile(r"\b(?:evidence|testimony|witness(?:es)?)\b", re.IGNORECASE)
# "I found her to be reliable", "we do not accept", "in my judgment"; not "later in my judgment"
FINDS = re.compile(
    r"\b(?:I|(?<!do )[Ww]e)(?: also| do not| did not| am| was| cannot| could not| [a-z]{2,15}ly)?,? "
    r"(?:find|found|accept|accepted|reject|rejected|prefer|preferred|satisfied|disbelieve|conclude|concluded)\b"
    r"|(?<!later )(?<!earlier )(?<!elsewhere )\b[Ii]n my (?:view|judgment|opinion|assessment)\b"
)
# "“Each paragraph of it begins so.", "“The last one also ends.”"
QUOTED = re.compile(r'“[^“”]*(?:“[^“”]*){0,8}”|"[^"]{0,2000}"')
MOST_PER_FINDING = 2_000
"""Characters of a chunk for each finding in it, at most, where the judge weighs the evidence."""


def finds(heading: str, content: str) -> bool:
    """Return whether the judge weighs the evidence in a chunk below a heading that names evidence or witnesses.

    Args:
        heading: the headings above it.
        content: its text; what stands in quotation marks is a witness's.
    """
    if EVIDENCE.search(heading) is None:
        return False
    findings = sum(1 for _ in FINDS.finditer(QUOTED.sub(" ", content)))
    return findings * MOST_PER_FINDING >= len(content)


def tells(heading: str, texts: list[str]) -> bool:
    """Return whether a section tells what happened.

    Args:
        heading: the headings above it; "" for none.
        texts: the texts of its chunks.

    Returns:
        Whether it does; never where a heading says that a side speaks, or the law.
    """
    text = "\n".join(texts)[:LOOKED_AT]
    if not text or speaks(heading) or LAW.search(heading):
        return False
    most = (MOST_UNDER_HEADING if heading else MOST) * len(text) / PER
    counts = accumulate(text.count(word) for word in WEIGHS)
    return all(count < most for count in counts)


def speaks(heading: str) -> bool:
    """Return whether a heading says that a side speaks."""
    return SIDE.search(heading) is not None
