"""Know the Items of Form 10-K: their codes, their order, the PART of each, and how their titles read."""

import re

CODES = (
    "1", "1A", "1B", "1C", "2", "3", "4", "5", "6", "7", "7A", "8", "9", "9A", "9B", "9C", "10", "11", "12", "13", "14",
    "15", "16",
)  # fmt: skip
RANK = {code: rank for rank, code in enumerate(CODES)}
TITLES = {
    "1": r"(?:description of )?(?:the )?(?:our )?business",
    "1A": r"risk factors",
    "1B": r"unresolved (?:sec )?staff comments",
    "1C": r"cyber ?security",
    "2": r"(?:description of )?propert(?:y|ies)",
    "3": r"(?:current )?legal proceedings",
    "4": r"submission of matters|mine safety|(?:removed and )?reserved|safety disclosures",
    "5": r"markets? (?:for|of|price|information)",
    "6": r"(?:consolidated )?selected |(?:removed and )?reserved",
    "7": r"management.{0,2}s.{0,4} discussion",
    "7A": r"qua(?:nt|l)itative (?:and|or) qua(?:nt|l)itative|(?:disclosures? about )?market risk",
    "8": r"(?:consolidated )?financial statements|consolidated financial",
    "9": r"changes in and dis?agreements|changes in accountants|disagreements",
    "9A": r"controls? and procedures?|disclosure controls",
    "9B": r"other information",
    "9C": r"disclosures? regarding foreign",
    "10": r"directors|executive officers|identification of directors",
    "11": r"executive compensation|compensation of|management remuneration",
    "12": r"security ownership|ownership of",
    "13": r"certain relationships?|certain transactions|related transactions",
    "14": r"principal account|exhibits?|controls? and procedures|audit fees|fees and services",
    "15": r"exhibits?|financial statement schedules|principal account",
    "16": r"(?:form )?10-k summary|summary|exhibits",
}
"""How the title of an Item begins; Items 4, 6, 9 and 14 to 16 meant other things in other years."""
TITLED = {code: re.compile(rf"[\W_]{{0,4}}(?:{pattern})", re.IGNORECASE) for code, pattern in TITLES.items()}
EXHIBITS = re.compile(r"\W{0,4}exhibits?\b", re.IGNORECASE)
FULL = {
    "1": r"business",
    "1A": r"risk factors",
    "1B": r"unresolved staff comments",
    "1C": r"cybersecurity",
    "2": r"(?:description of )?properties",
    "3": r"legal proceedings",
    "4": r"mine safety disclosures?|submission of matters to a vote of security holders",
    "5": r"market for (?:the )?(?:registrant|company|our|common)[^.]{0,140}",
    "6": r"selected (?:consolidated )?financial data",
    "7": r"management.{0,2}s discussion (?:of )?and analysis(?: (?:of|or) [^.]{0,100})?",
    "7A": r"quantitative and qualitative disclosures? about market risks?",
    "8": r"(?:consolidated )?financial statements and supplement(?:ary|al|ing) (?:data|information|details)",
    "9": r"changes in and disagreements with accountants on accounting and financial disclosures?",
    "9A": r"controls and procedures",
    "9B": r"other information",
    "9C": r"disclosure regarding foreign jurisdictions that prevent inspections",
    "10": r"directors,? (?:and )?executive officers,?(?: promoters)?(?: and corporate governance| of the registrant)?",
    "11": r"executive compensation",
    "12": r"security ownership of certain beneficial owners and management[^.]{0,60}",
    "13": r"certain relationships and related (?:party )?transactions[^.]{0,40}",
    "14": r"principal account(?:ant|ing|ants)(?:.s)? fees and services",
    "15": r"exhibits?,?(?: and)? financial statement schedules?[^.]{0,40}",
    "16": r"form 10-k summary",
}
"""Whole titles, for headings that lack their number."""
ENTITLED = {code: re.compile(rf"\W{{0,3}}(?:{pattern})\W{{0,3}}", re.IGNORECASE) for code, pattern in FULL.items()}


def part_of(code: str, title: str) -> str:
    """Return the PART of an Item. Until 2002 Item 14 was the last, with the exhibits, in PART IV."""
    rank = RANK[code]
    if rank < RANK["5"]:
        return "I"
    if rank < RANK["10"]:
        return "II"
    return "IV" if rank > RANK["14"] or (code == "14" and EXHIBITS.match(title)) else "III"
