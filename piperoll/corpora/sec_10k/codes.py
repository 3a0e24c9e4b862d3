"""Know the Items of Form 10-K: their codes, their order, the PART of each, and how their titles read.

Item 4A is none of the form; some filings give that number to the executive officers.
"""

import re

CODES = (
    "1", "1A", "1B", "1C", "2", "3", "4", "4A", "5", "6", "7", "7A", "8", "9", "9A", "9B", "9C", "10", "11", "12", "13",
    "14", "15", "16",
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
    "4A": r"executive officers|(?:information )?(?:about|regarding|concerning) (?:our |the )?executive",
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


CANONICAL: dict[str, tuple[tuple[int, str], ...]] = {
    "1": ((0, "Business"),),
    "1A": ((0, "Risk Factors"),),
    "1B": ((0, "Unresolved Staff Comments"),),
    "1C": ((0, "Cybersecurity"),),
    "2": ((0, "Properties"),),
    "3": ((0, "Legal Proceedings"),),
    "4": (
        (0, "Submission of Matters to a Vote of Security Holders"), (2009, "(Removed and Reserved)"),
        (2011, "Mine Safety Disclosures"),
    ),
    "4A": ((0, "Executive Officers of the Registrant"),),
    "5": (
        (0, "Market for the Registrant's Common Equity and Related Stockholder Matters"),
        (
            2004,
            "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity"
            " Securities",
        ),
    ),
    "6": ((0, "Selected Financial Data"), (2021, "[Reserved]")),
    "7": ((0, "Management's Discussion and Analysis of Financial Condition and Results of Operations"),),
    "7A": ((0, "Quantitative and Qualitative Disclosures About Market Risk"),),
    "8": ((0, "Financial Statements and Supplementary Data"),),
    "9": ((0, "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"),),
    "9A": ((0, "Controls and Procedures"),),
    "9B": ((0, "Other Information"),),
    "9C": ((0, "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections"),),
    "10": (
        (0, "Directors and Executive Officers of the Registrant"),
        (2007, "Directors, Executive Officers and Corporate Governance"),
    ),
    "11": ((0, "Executive Compensation"),),
    "12": (
        (0, "Security Ownership of Certain Beneficial Owners and Management"),
        (2002, "Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters"),
    ),
    "13": (
        (0, "Certain Relationships and Related Transactions"),
        (2007, "Certain Relationships and Related Transactions, and Director Independence"),
    ),
    "14": (
        (0, "Exhibits, Financial Statement Schedules, and Reports on Form 8-K"), (2002, "Controls and Procedures"),
        (2003, "Principal Accountant Fees and Services"),
    ),
    "15": (
        (0, "Exhibits, Financial Statement Schedules, and Reports on Form 8-K"),
        (2004, "Exhibits, Financial Statement Schedules"),
    ),
    "16": ((0, "Form 10-K Summary"),),
}  # fmt: skip
"""The titles on the form itself, each with the first fiscal year for which it was in use."""


def canonical_title(item: str, year: int | None) -> str:
    """Return the title that an Item has on the form of a fiscal year; without a year, on the newest form."""
    return [title for first, title in CANONICAL[item] if year is None or first <= year][-1]


def part_of(item: str, title: str) -> str:
    """Return the PART of an Item. Until 2002 Item 14 was the last, with the exhibits, in PART IV."""
    rank = RANK[item]
    if rank < RANK["5"]:
        return "I"
    if rank < RANK["10"]:
        return "II"
    return "IV" if rank > RANK["14"] or (item == "14" and EXHIBITS.match(title)) else "III"
