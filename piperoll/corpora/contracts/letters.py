"""Read a contract that is written as a letter: to whom it is written, and who signs it."""

import re

from piperoll.corpora.contracts.day import KIND
from piperoll.corpora.contracts.given import NAMES, SALUTATION
from piperoll.corpora.contracts.names import COMPANY, bare, distinct, is_party

LETTER = "Letter Agreement"
AGREEMENT = re.compile(rf"(?i)\b{KIND}S?\b")
"""Matches in front of the salutation where a heading, or the subject, says what the letter is."""
GREETING_WITHIN = 2_500
PARAGRAPH = re.compile(r"\n\s*\n\s*")
ADDRESSED = 600
"""Characters in front of a salutation in which the address stands."""
STREET = re.compile(r"\n[^\n]*\d")
"""Matches behind the name that an address begins with."""
# "Very truly yours,", "Sincerely,", "Yours faithfully,"
VALEDICTION = re.compile(
    r"^[^\S\n]*(?:(?:Very|Yours)\s(?:very\s)?(?:truly|sincerely|faithfully)(?:\s(?:yours|Yours))?|Sincerely(?:\s[Yy]ours)?"
    r"|(?:Best|Kind)\s[Rr]egards|Respectfully(?:\s(?:yours|submitted))?),?[^\S\n]*\n\s*(?=[A-Z])",
    re.MULTILINE,
)
SIGNED_WITHIN = 120


def is_letter(head: str) -> bool:
    """Return whether a text greets somebody in front of all that calls it an agreement."""
    greeting = SALUTATION.search(head, 0, GREETING_WITHIN)
    return greeting is not None and not AGREEMENT.search(head, 0, greeting.start())


def correspondents(text: str, head: str) -> list[str]:
    """Return who signs a letter, and the one to whom it is written, as far as the text tells."""
    greeting = SALUTATION.search(head, 0, GREETING_WITHIN)
    if not greeting:
        return []
    signed = VALEDICTION.search(text, greeting.end())
    writer = _name(text[signed.end() : signed.end() + SIGNED_WITHIN]) if signed else ""
    first = max(0, greeting.start() - ADDRESSED)
    blocks = [_name(block) for block in PARAGRAPH.split(head[first : greeting.start()].strip()) if STREET.search(block)]
    written = [name for name in blocks if " " in name and is_party(name)]
    letterhead = [name for name in written[:-1] if COMPANY.search(name)]
    signer = writer if COMPANY.search(writer) else "".join(letterhead[:1])
    return distinct(filter(is_party, [signer, *written[-1:]]))


def _name(block: str) -> str:
    """Return the name with which a block of lines begins; "" for other words."""
    name = NAMES.match(block.strip())
    return bare(name[0].partition("\n")[0]) if name else ""
