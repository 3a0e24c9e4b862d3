"""Define the words of queries that ask what cites a document; such a query does not ask for the document."""

import re

ENGLISH = re.compile(r"\b(?:cit(?:e|es|ed|ing)\b|refer(?:s|red|ring)\b|overrul|distinguish)", re.IGNORECASE)
"""As in "which cases cite [2020] UKSC 1" and "where is the Act referred to"."""
SWEDISH = re.compile(rf"{ENGLISH.pattern}|\b(?:hänvis|åberop)", re.IGNORECASE)
"""As in "vilka lagar hänvisar till 1977:1160"; people ask for Swedish law in English as well."""
