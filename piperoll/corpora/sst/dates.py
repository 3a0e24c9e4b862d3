"""Read the dates that decisions print, in English and in French."""

import re
from datetime import date

MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    )
    for number, name in enumerate(names.split(), 1)
}
DATE = re.compile(
    r"(?P<y1>\d{4})-(?P<m1>\d\d)-(?P<d1>\d\d)"  # "2017-04-27 00:00:00+00:00"
    r"|\b(?P<m2>[^\W\d_]{3,9})\.? (?P<d2>\d{1,2}),? (?P<y2>\d{4})\b"  # "January 2, 2099"
    r"|\b(?P<d3>\d{1,2})(?:er|st|nd|rd|th)? (?P<m3>[^\W\d_]{3,9}),? (?P<y3>\d{4})\b",  # "le 1er mai 2023"
    re.IGNORECASE,
)


def day(text: str) -> str:
    """Return the first date in ``text`` in ISO form; "" if there is none: ``Le 12 mai 2023`` → ``2023-05-12``."""
    for match in DATE.finditer(text):
        groups = [match[name] for name in ("y1", "m1", "d1", "y2", "m2", "d2", "y3", "m3", "d3") if match[name]]
        year, month, of_month = groups
        number = int(month) if month.isdigit() else MONTHS.get(month.lower(), 0)
        try:
            return date(int(year), number, int(of_month)).isoformat()
        except ValueError:
            continue
    return ""
