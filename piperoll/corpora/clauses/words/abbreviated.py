"""Tell where a full stop ends a word and no sentence: "Pub. L. 116-260", "Lantern Blvd. Harbour City"."""

import re

# "56 Fed. | Reg. 46191", "Pub. | L. 116-260", "Rev. | Proc. 2018-12", "Del. | Code Ann."
CITED = re.compile(
    r"\b(?:Fed\.\s{1,2}Reg|Pub\.\s{1,2}L|Rev\.\s{1,2}(?:Proc|Rul)|Treas\.\s{1,2}Reg|"
    r"(?:Del|Cal|Civ|Prof|Gen|Bus|Ins|Stat|Minn|Wis|Mass|Tex|Nev|Pub|Rev)\.\s{1,2}(?:Code|C|Stat|Laws?|Ann|Civ|Gen|Bus|Ins|Rev))\b"
)
COLLECTIONS = frozenset("ABCGILPRS")
"""The first letters of what is behind a cut in such a name."""
# "27500 Riverview Center Blvd. | Bonita Springs", "4th Fl. | New York", "Treas. Reg. | Section 1.368", "Tel. | No.:"
SHORTENED = re.compile(
    r"\b(?:Blvd|Ave|Rd|Ste|Fl|Pkwy|Bldg|Messrs|Mmes|Hon|Treas\.\s{1,2}Regs?|C\.F\.R\.\s{1,2}Ch|(?:,\s|\()Cal|Tel)\.\s{1,9}\Z"
)
"""Matches what a name, a number or a section follows."""
SHORTENED_LENGTH = 24
"""Characters of its longest match."""
ASIDE = re.compile(r"\((?!\w{1,5}\))[^()\n]{2,250}\)(?:,|\s+[a-z])")
"""Matches what stands in brackets in the middle of a sentence: "et seq. | (“RCRA”), the Harbour Act"."""
CITED_BESIDE = 8, 5
"""Characters in front of a cut inside a citation, and behind it, that tell it."""


def is_abbreviated(text: str, at: int) -> bool:
    """Return whether a stop in front of a place ends a word, not a sentence: the sentence goes on.

    Args:
        text: the stored text.
        at: offset of the first character behind the stop and the white space.
    """
    before, behind = CITED_BESIDE
    if text[at : at + 1] in COLLECTIONS and CITED.search(text, max(0, at - before), at + behind):
        return True
    if text[at : at + 1] == "(" and ASIDE.match(text, at):
        return True
    return SHORTENED.search(text, max(0, at - SHORTENED_LENGTH), at) is not None
