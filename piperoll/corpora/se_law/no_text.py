"""Tell a notice that stands in place of a statute of which only the register data is there."""

import re

NOTICES = (
    (
        re.compile(r"Automatisk konvertering (?:till markdown )?inte tillgänglig", re.IGNORECASE),
        "notice that the text was not converted",
    ),
    # "/Författningens text finns bara i tryckt version/"
    (
        re.compile(r"/[^/\n]{0,60}finns bara i tryckt version\.?/", re.IGNORECASE),
        "notice that the text is only in print",
    ),
    # "*Detta dokument har inget innehåll i originalformatet.*"
    (re.compile(r"Detta dokument har inget innehåll i originalformatet"), "notice that there is no text"),
)
ALONE = re.compile(
    r"/?\s*(?:Författningens text |Texten )?finns (?:bara|endast) i tryckt version\s*\.?\s*/?", re.IGNORECASE
)
"""The notice without its slashes, where there is nothing else."""
HEAD = 400
"""Characters at the start of a statute in which such a notice stands."""


def reason(body: str) -> str:
    """Return why a statute has no text, as the notice in its place says; "" where it has one."""
    if ALONE.fullmatch(body.strip("* \t\n")):
        return "notice that the text is only in print"
    found = ((said.search(body, 0, HEAD), why) for said, why in NOTICES)
    # a table of a § may be only in print, too
    return next((why for match, why in found if match and "§" not in body[: match.start()]), "")
