"""Find what a converter of markdown joined to the end of a paragraph: the next § or the heading over it."""

import re

from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.grammar import NUMBER, is_closed, is_heading

# "… prövning. Förordning (1987:109). 33 § Om lånesökanden …": a § that the converter joined on (1968:654)
SECTION = re.compile(rf"(?<=[.)] )(?P<number>{NUMBER}) § (?=[A-ZÅÄÖ])")
LONGEST = 120
"""Characters of the longest heading that is found behind a sentence."""
SENTENCE = 20
"""Characters of the shortest paragraph that a heading is joined to; "XV. " is its number."""
NO_HEADING = re.compile(r"[:;§“”\"/_]")
"""Matches in a sentence, not in a heading."""
BEGINS = re.compile(r"(?<=[.)] )(?=[A-ZÅÄÖ])")
# "Blankett till ansökan tillhandahålles av länsstyrelsen": a sentence that lost its full stop; not "När en lykta ska
# släckas", "Avgift när en lykta ska släckas"
STATES = re.compile(
    r"(?!(?:Hur|Om|Vad|Var|Vem|Vilk\w+)\b)(?:(?!\b[Nn]är\b).)*(?:\s{3}|\b(?:bör|finns|får|gäller|har|innebär|kan|må|måste|ska|skall|är"
    r"|avses|lämnas|prövas|shall|tillhandahåll[ae]s|tillämpas|utgår)\b)"
)


def heading(text: str, start: int, end: int) -> int:
    """Return where a heading begins behind the last sentence of a paragraph.

    So "… eller bostadsrätten. Lag (2031:1419). Kapitaltillskott" ends above the next §.

    Args:
        text: the stored text.
        start: where the paragraph begins.
        end: where it ends.

    Returns:
        The offset of its first letter; ``end`` where the paragraph ends with a sentence.
    """
    if not (text[end - 1].isalnum() or text.endswith("m.m.", start, end)):
        return end
    *_, at = [end, *(match.start() for match in BEGINS.finditer(text, max(start + SENTENCE, end - LONGEST), end))]
    words = text[at:end]
    if at == end or NO_HEADING.search(words) or STATES.match(words) or not is_heading(words):
        return end
    return at if is_closed(text[start:at]) else end


def part_heading(text: str, blocks: list[Block]) -> None:
    """Part a heading from the end of the last paragraph of ``blocks``, above the headings that stand behind it."""
    index = len(blocks) - 1
    while index > 0 and blocks[index].kind is Kind.HEADING:
        index -= 1
    if index < 0 or blocks[index].kind is not Kind.TEXT:
        return
    last, end = blocks[index], blocks[index].end
    if (at := heading(text, last.start, end)) < end:
        last.end = at - 1
        blocks.insert(index + 1, Block(Kind.HEADING, at, end))
