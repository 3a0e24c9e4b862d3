"""Name what every annual report tells: the topics of Regulation S-K, comparisons of years, risks."""

import re

HOLDS = re.compile(
    r"(?:(?:discussion and )?analysis of )?(?:consolidated )?results (?:of|from) operations?\b(?!.*\bdata\b)"
    r"|components of results of operations"
    r"|(?:analysis of )?financial condition\b|(?:sources of )?liquidity (?:and|&)|liquidity, "
    r"|capital resources and liquidity"
    r"|(?:summary of )?critical accounting|application of critical|(?:use of )?estimates and critical",
    re.IGNORECASE,
)
"""Matches what Item 303 of Regulation S-K asks a discussion of the results to tell: headings that hold others."""
ENDS = re.compile(
    r"(?:executive )?(?:overview|summary)\Z"
    r"|(?:impact of |effects? of )?(?:recent|new)(?:ly)?\b.*\b(?:accounting|pronouncements|standards)"
    r"|(?:special |cautionary )?(?:note|statement|caution)?.{0,30}forward[\s-]looking"
    r"|(?:(?:impact|effects?) of )?inflation\b|seasonality\b|quantitative and qualitative|market risk|risk factors"
    r"|factors (?:that|which|to) |(?:impact of )?(?:the )?year 2000|plan of operations?\b"
    r"|quarterly (?:operating )?results|other matters\Z",
    re.IGNORECASE,
)
"""Matches the other topics of such a discussion, which hold nothing."""
BOUNDS = re.compile(
    rf"{HOLDS.pattern}|{ENDS.pattern}|non-gaap|off[\s-]balance|contractual obligations|liquidity\b", re.IGNORECASE
)
"""Matches what is told of no period and no segment alone."""
CLOSES = re.compile(
    rf"{BOUNDS.pattern}"
    r"|(?:available|additional|corporate|other) information|where you can find"
    r"|(?:our )?(?:employees|human capital|intellectual property|patents|trademarks)\b"
    r"|(?:government(?:al)? )?regulat|environment|(?:information about our )?executive officers|seasonal|competiti"
    r"|research and development|(?:(?:our|the) )?(?:\w+ )?strategy\Z|(?:our )?products\Z|products and services"
    r"|raw materials|sources and availability|backlog|customers\Z|(?:\w+ )?segments?(?: information)?\Z|working capital"
    r"|sustainability|general risk|general\Z|(?:\w+ )?liability and insurance\Z",
    re.IGNORECASE,
)
"""Matches what Item 101 asks a description of the business to tell of the whole of it."""
NARRATIVE = re.compile(r"(?:\(c\)\s)?(?:\(?\d\)?\s)?narrative description of (?:the )?business\b", re.IGNORECASE)
AROUND = re.compile(
    r"(?:\([abde]\)\s)?(?:general development|financial information about|foreign and domestic operations"
    r"|(?:available|additional) information|(?:information about our )?executive officers|risk factors)",
    re.IGNORECASE,
)
"""Matches the other parts of Item 101, beside that which tells of everything a business does."""
OVERVIEWS = re.compile(r"(?:industry )?(?:overview|background)\Z|(?:general|introduction)\Z", re.IGNORECASE)
"""Matches a heading that tells of nothing but what stands over it, in capitals as others that do not."""
CRITICAL = re.compile(r"(?:summary of |application of )?critical", re.IGNORECASE)
POLICIES = re.compile(r"(?:summary of )?significant (?:accounting )?policies", re.IGNORECASE)
RESULTS = re.compile(
    r"comparison of|\boperati(?:ng results|ons)\b|\bresults\b|\bsegments?\b|\bcash flows?\b|\boverview\b", re.IGNORECASE
)
"""Stands in headings that are in no section of policies."""
COMPARES = re.compile(
    r"(?!.{0,80}\sand\s.{0,60}:\Z).{0,60}(?:19|20)\d\d\W{1,3}(?:as )?(?:compared (?:to|with)|vs?\.?|versus|and)\W"
    r".{0,40}(?:19|20)\d\d\W{0,3}\Z",
    re.IGNORECASE,
)
"""Matches "Fiscal 2031 Compared to Fiscal 2030", not "We paid as follows in 2031 and 2030:"."""
YEAR = re.compile(r"(?:fiscal (?:year )?|year )?(?:19|20)\d\d\W*\Z", re.IGNORECASE)
"""Matches "Fiscal Year 2031"; two such headings in a row stand in the one above them."""
RISKY = re.compile(
    r"(?:certain |other )?risk factors\b(?!.*summary)|(?:certain )?factors (?:that|which) (?:may|could|might)"
    r"|(?:certain )?factors affecting|factors to be considered",
    re.IGNORECASE,
)
"""Matches the heading of the risks."""
GENERAL = re.compile(r"\boverview\b|\bstrategy\b|\bbackground\b", re.IGNORECASE)
RISKS = re.compile(r"\brisks?\b", re.IGNORECASE)
"""Stands in the heading of a group of risks, which stand beside each other."""
TABLE = re.compile(r".{0,90}\btable\W*\Z", re.IGNORECASE | re.DOTALL)
"""Matches the name of a table, which holds no headings: "Summary Compensation Table"."""
LISTED = re.compile(r"\(?(?:\d{1,2}|[a-zA-Z])[.)]\s")
"""Matches "1. Lamps": such a heading, first below another, stands there with its series alone."""
BETWEEN = re.compile(r"[\W_]+")
MEANS = 4
"""Letters of a word that tells what a heading is of."""


def meaning(title: str) -> frozenset[str]:
    """Return the words that tell what a heading is of, without the ending of the plural: "losses" as "loss"."""
    return frozenset(word.rstrip("es") for word in BETWEEN.split(title.casefold()) if len(word) >= MEANS)


def holds_alike(above: str, fellow: str, title: str) -> bool:
    """Return whether a heading stands beside another in one above them, though all three are printed alike.

    It does not where the other goes on with a series, or tells of what stands above it, and this one does neither:
    "Lamp Segment" holds "Lamp Products" and ends at "Customers".

    Args:
        above: the heading above, directly over the first below it.
        fellow: the last one that stands in it.
        title: the heading that comes next.
    """
    for series in (LISTED, COMPARES):
        if series.match(fellow):
            return series.match(title) is not None
    topic = any(one.match(above) for one in (HOLDS, RISKY, POLICIES, COMPARES))
    about = meaning(above)
    return topic or about.isdisjoint(meaning(fellow)) or not about.isdisjoint(meaning(title))
