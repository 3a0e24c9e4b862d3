"""The printed lines of a text."""

from piperoll.chunking.merge import Range
from piperoll.text.paragraphs import lines, trim


def printed(text: str, start: int, end: int) -> list[Range]:
    """Ranges of the lines that are not blank, without the white space around them."""
    trimmed = (trim(text, *line) for line in lines(text, start, end))
    return [line for line in trimmed if line[0] < line[1]]
