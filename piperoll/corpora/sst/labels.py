"""Name the labels that records and title pages print in front of a value, in English and in French.

A label stands before a colon ("Appellant: A. B."), in a table cell ("Appellant: | A. B. |"), or on a line of its own
above its value ("Member :" / "Ada Fernwright").
"""

import re
from collections.abc import Iterable

ROLE = (
    r"(?:Appellant|Applicant|Claimant|Respondent|Plaintiff|Defendant|Petitioner|Intervenor|Intervener"
    r"|(?:Added|Third) part(?:y|ie)"
    r"|Parties? (?:appelante|intimée|demanderesse|défenderesse|intervenante|jointe|ajoutée|mise en cause)"
    r"|Appelante?|Demandeu(?:r|se)|Demanderesse|Défendeu(?:r|se)|Défenderesse|Intimée?|Intervenante?|Mise? en cause"
    r"|Requérante?|Prestataire)s?"
)
"""The role of a party, as "Added party" and « Partie mise en cause »."""
_REPRESENTED = (
    rf"(?:{ROLE}|Commission|Minister)(?:['’]s|['’])? (?:representatives?|counsel|represented by)",
    r"Representatives?",
    r"Représentante?s?(?: ou représentante?s?)?(?: (?:de|du|des)\b[^:\n|]{1,50})?",
    rf"{ROLE} représentée? par",
)
FIELDS = {
    "collection": (r"Collection",),
    "date": (r"Decision date", r"Date of (?:the )?decision", r"Date de (?:la )?décision"),
    "citation": (r"Neutral citation", r"Citation", r"Référence neutre", r"Référence"),
    "reference_number": (
        r"Reference numbers?",
        r"(?:Tribunal )?file numbers?",
        r"(?:Numéros?|N[o°]s?) de (?:référence|dossier)(?: du Tribunal)?",
    ),
    "judges": (
        r"(?:(?:Social Security )?Tribunal |Panel )?members?",
        r"Decision by",
        r"Décision (?:rendue )?par",
        r"Membres?(?: du Tribunal)?",
    ),
    "division": (r"Division",),
    "outcome": (r"Decision", r"Décision"),
    "summary": (r"Summary", r"Sommaire", r"Résumé"),
    "hearing_type": (
        r"Type of hearing",
        r"Hearing type",
        r"Method of proceeding",
        r"(?:Mode|Type) d['’]\s?audience",
        r"Mode d['’]instruction",
    ),
    "hearing_date": (
        r"Hearing dates?",
        r"Dates? of hearing",
        r"Heard on",
        r"(?:(?:Tele|Video)conference|In[- ]person|Oral) hearing on",
        r"Dates? (?:de l|d)['’]\s?audience",
        r"Audience tenue le",
    ),
    "parties": (rf"{ROLE}(?: \([^()\n]{{1,40}}\))?",),
    "between": (r"Between", r"Entre"),
    "representatives": _REPRESENTED,
    "participants": (
        r"Hearing participants?",
        r"Participants?",
        r"Personnes présentes(?: à l['’]\s?audience)?",
        r"Participante?s? à l['’]\s?audience",
    ),
    "under_appeal": (r"Decision under appeal", r"Décision (?:portée|faisant l['’]objet d['’]un) (?:en )?appel"),
}
"""Fields of the metadata, with the labels that fill them; each label is a regular expression."""
WITH_COLON = frozenset({"parties", "participants", "representatives", "between"})
"""Fields whose labels need a colon: courts print "Respondent" under a name."""


def _any(names: Iterable[str]) -> str:
    """Return a pattern of all labels of some fields, each field as a group of its name."""
    return "|".join(f"(?P<{name}>{'|'.join(FIELDS[name])})" for name in names)


_CELL = r"(?:\|[^\S\n]*)?"
_BEFORE = sorted(FIELDS, key=lambda name: name in ("judges", "outcome", "citation", "parties"))
"""Fields in the order in which their labels are tried: « Décision portée en appel » before « Décision »."""
LABELLED = re.compile(
    rf"^[^\S\n]*{_CELL}(?:{_any(_BEFORE)})[^\S\n]*(?:\||:(?:[^\S\n]*\|)?)", re.MULTILINE | re.IGNORECASE
)
"""A label before a colon or in a cell of a table: title pages have it at a line start."""
WITHIN = re.compile(rf"(?<=\s)(?=(?-i:[A-ZÀ-Þ]))(?:{_any(_BEFORE)})[^\S\n]*:", re.IGNORECASE)
"""A label within a line of a page that has lost its lines."""
ALONE = re.compile(
    rf"^[^\S\n]*{_CELL}(?:{_any(name for name in _BEFORE if name not in WITH_COLON)})[^\S\n]*\|?[^\S\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A label on a line of its own, as in records."""
PARTY = re.compile(rf"(?:{ROLE})(?: ?\([^()\n]{{1,40}}\))?,?", re.IGNORECASE)
"""The role of a party on a line under its name: "Appellant (Claimant)"."""


def find(text: str) -> list[re.Match[str]]:
    """Return the labels of ``text`` in order; of two that share characters, the first."""
    matches = (match for pattern in (LABELLED, ALONE, WITHIN) for match in pattern.finditer(text))
    found = sorted(matches, key=lambda match: (match.start(), -match.end()))
    labels: list[re.Match[str]] = []
    for match in found:
        if not labels or match.start() >= labels[-1].end():
            labels.append(match)
    return labels


def field_of(label: re.Match[str]) -> str:
    """Return the field that a label fills."""
    return label.lastgroup or ""
