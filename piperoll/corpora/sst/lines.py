"""Find the printed lines of a text."""

from piperoll.chunking.merge import Range
from piperoll.text.paragraphs import lines, trim


def printed(text: str, start: int, end: int) -> list[Range]:
    """Return the ranges of the lines of ``text[start:end]`` that are not blank.

    Args:
        text: the stored text.
        start: where the search begins.
        end: where it ends.

    Returns:
        One range for each line, without the white space around it.
    """
    trimmed = (trim(text, *line) for line in lines(text, start, end))
    return [line for line in trimmed if line[0] < line[1]]
