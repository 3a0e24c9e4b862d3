"""Tell what the name of a party is: where it ends, and whether a text between two separators can be one."""

import re
from collections.abc import Iterable, Sequence

LONGEST_PARTY = 80
SUFFIX = (
    r"(?:Inc|INC|Incorporated|INCORPORATED|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|LP|L\.P|LLP|L\.L\.P|N\.A|N\.V|S\.A|SA/NV|SA|A/S|a\.s|S\.p\.A|S\.P\.A"
    r"|Corp|CORP|Corporation|CORPORATION|Co|CO|PLC|plc|GmbH|GMBH|AG|A\.G|AB|B\.V|Pty|P\.C|PTE|Pte|FSB|Trust|Jr|Sr|Esq|Ph\.D|M\.D|N\.D"
    r"|S\.A\.S|G\.I\.E|S\.à r\.l|S\.R\.L|S\.r\.l|SRL|z o\.o|(?<=[a-z]\s)AS)"
    r"\b\.?"
)
COMPANY = re.compile(rf"\b(?:{SUFFIX}|(?:inc|llc|ltd)\.?)\s*$")
ONLY_SUFFIX = re.compile(rf"(?:the\s)?(?:{SUFFIX}|SA/NV)")
FULL_STOP = re.compile(
    r"\b(?:Inc|inc|INC|Corp|CORP|Co|CO|LTD|Ltd|(?:[A-Z]\.)+[A-Z]|S\.p\.A|S\.r\.l|S\.à r\.l|z o\.o|a\.s)$"
)
# "Inc. 2nd Floor", "Corp. Suite 207", "LLC DBA West Coast": the address stands right behind the name
# "Eurofarma S.A. Avenida", "ALPHA INC. FOR THE DEVELOPMENT": no name goes on in capitals behind these
ENDED = re.compile(
    r"(?:\b(?:Inc|INC|Ltd|LTD)\.|\b(?:LLC|L\.L\.C\.|GmbH|S\.A\.|N\.V\.|B\.V\.|LLP))(?=\s+(?!(?:Co|KG|CO|Pty|LLC|LTD|LLP)\b)[A-Z])"
)
WIDE = re.compile(r"[ \xa0]{6,}")
"""Matches the blanks between a name and its address on a page whose lines are lost."""
TITLED = re.compile(r"^(?:Dr|Mr|Mrs|Ms|DR|MR|MRS|MS)\.?\s+")
ADDRESS = re.compile(
    rf"(?<=\w)(?P<suffix>,?\s+{SUFFIX})\s+(?=\d\d(?!\d\d-[A-Z\d])|(?:(?<=imited\s)|(?<=IMITED\s)|(?<=Ltd\s)|(?<=Ltd\.\s)|(?<=A/S\s))of\s|\d(?:st|nd|rd|th)\b|(?:Suite|Room|Unit|Floor|DBA|d/b/a|dba)\b|(?:[A-Z][\w.]*\s){{1,2}}\d)"
)
DESCRIBING = (
    r"a(?!\.s\b) an (?<!of\s)(?<!for\s)(?<!and\s)(?<!of\s\s)the having with whose located incorporated organized "
    r"organised existing acting for\s+itself on\s+behalf which who registered residing hereinafter herein hereafter "
    r"here\s*in (?:Registration\s+)?Address ADDRESS Legal\s+[Rr]epresentative f/k/a division\s+of wholly-owned "
    r"on\s+(?:its|his|her|their)\s+own doing d/b/a dba duly together its both each by\s+and through under pursuant "
    r"dated effective collectively individually represented established being formed Registration Reg\. is are "
    r"as\s+(?:the\s+)?[a-z] in\s+(?:its|his|her) at\s+\d of\s+\d this\s+\d "
    r"(?<!\bNo\.\s)\d{2,}(?!-[A-Z\d])(?!\s+(?:LIMITED|Limited|LTD|Ltd|LLC|INC|Inc)\b) "
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d "
    r"A\s+\w+\s+(?:[Cc]orporation|[Cc]ompany|[Ll]imited) formerly FOR\s+THE on\s+(?:the|one) "
    r"of\s+the\s+(?:first|second|other|one)"
)
"""Words that follow a name and are no part of it: "a Delaware corporation", "having its office at"."""
DESCRIPTION = re.compile(rf"(?:,?\s+(?:{'|'.join(DESCRIBING.split())})\b.*|\s*[:–—\[].*)$", re.DOTALL)
NOT_FIRST = frozenset(
    "this a an agreement its subsidiary subsidiaries affiliate affiliates party parties between among date dated "
    "effective recitals whereas exhibit you we us your page name address section insert month year day hereinafter "
    "hereafter herein source product products considering article background purpose whose additional certain various "
    "if when understand including commencement license director division owned wholly-owned f/k/a as through c/o "
    "of departement establishing contribution support legal principles committee contact position nationality "
    "england laws term terms termination undersigned following other fee fees annual definitions "
    "execution tel fax suite p.o provided witnesses january february march april may june july "
    "august september october november december".split()
)
"""First words of a text between two separators that names nobody."""
MAY_BEGIN = frozenset("product products source support legal contact principal you".split())
"""Words among them that also begin the name of a company: "Product Designers, Inc."."""
NO_PARTY = re.compile(
    r"(?i)^(?:exchange commission|company$|recipient$|wales$|legal$|state of"
    r"|in accordance|(?:all|the|each of the) (?:persons|individuals|parties|shareholders)\b"
    r"|client name|customer name|federal deposit|\d+[.)]|(?-i:[a-z])[.)]\s)"
    r"|\b(?:means|has|shall|No|number|name)$|^X+$|^Y+$|stock exchange|\bor\b|^1 Party$"
    r"|_{3,}|…{2,}|\.{4,}|\*\s?\*|[$%“”\"?!]|[A-Za-z]{5}\. "
)
ROLES = frozenset(
    "adviser advisor affiliate agent bank bidder broker business buyer candidate carrier client consultant "
    "contractor custodian customer department developer discloser disclosing distributor either employee entrusting "
    "franchisee franchisor individual investor joint lessee lessor licensee licensor mentor operator owner "
    "participant partner party principal producer provider publisher purchaser receiver receiving recipient "
    "representative reseller seller sender service shipper software sponsor state supplier vendor writer".split()
)
"""Words after "the" that name a role and no party."""
STATE = "State of "
"""Begins the name of a state, which is a party where the contract gives it a name."""
OFFICES = frozenset(
    "administrator agent chief director manager managing marketing officer operator owner president provider".split()
)
"""First words of what somebody is of another: "Operator of the Laboratory"."""
HEADINGS = re.compile(
    r"(?i)\b(?:agreement|contents?|clause|page|exhibits?|definitions?|overview|conditions?|preamble|scope|renewal"
    r"|interpretation|specifications?|confidential|omitted|redacted|w ?i ?t ?n ?e ?s ?s|disclaimer|subject matter"
    r"|letterhead(?:\sof)?|statement|form|agrees|attached|commission|filed"
    r"|schedule|obligations|payment terms|indemnity|arbitration|governing law)"
    r"\b"
)
"""Words that name a part of the document, and nobody whose name has no "Inc."."""
NOT_LAST = frozenset(
    "may shall will taken hereto or january february march april june july august september october november december "
    "a an and as at by for from in of on the to under with".split()
)
"""Last words that were cut together with a name: "Pfizer Inc. August", "Sponsor may"."""
PREPOSITIONS = frozenset("at by for in on".split())
"""First words of what follows the name of a party, or of a company: "At Home Corporation"."""
PARTICLES = frozenset("da de del der di do dos du la le van von y e et und".split())
"""Words without a capital that are part of names."""
SMALL = frozenset("a an and as at by for from in of on or the to under with".split())

# "a Delaware corporation", behind the name of a party
DESCRIBED = re.compile(
    r"an?\s(?:[\w.\xad-]+\s){1,6}(?:[Cc]orporation|[Cc]ompany|[Pp]artnership|[Aa]ssociation|[Tt]rust|[Bb]ank)\b"
)
ROLE_MARK = "\x00"
"""Replaces, in a region, what a party is called in the contract: "(the “Company”)"."""
NAME = re.compile(rf"^(?P<name>[^,;\x00]{{2,90}}(?:,\s+(?:\([A-Z]\w+\)\s)?(?i:{SUFFIX}))*)")
"""Matches a name up to the next comma, with the "Inc." behind it."""
SEPARATOR = re.compile(
    r"\s*,?\s+in\s+favou?r\s+of\s+|\s*[,;]?\s+(?:-{1,3}\s+)?(?:and|AND|And|&\s*(?=\n))(?!\s+(?i:trust|sons|company|co)\b)(?:\s+-{1,3}|[:;,])?\s+(?:[Bb]etween\s+)?|\s*;\s*|\s*\n\s*\n\s*(?:\(\d\)|\d\.)?\s*|\s*\([12AB]\)\s*"
    rf"|(?<={ROLE_MARK}),?\s+(?=[A-Z\d])|\s*\n&\s(?=[A-Z]\w+\s[A-Z]\w+,\s{SUFFIX}\s*\n)"
)
"""Matches what stands between two parties."""


def distinct(names: Iterable[str]) -> list[str]:
    """Return each party once, by its longest name; "Lantern Ltd." is none of "Port Lantern Ltd."."""
    kept: list[str] = []
    for name in names:
        same = next((at for at, other in enumerate(kept) if _is_same(name, other)), None)
        if same is None:
            kept.append(name)
        elif len(_letters(name)) > len(_letters(kept[same])):
            kept[same] = name
    return kept


def _is_same(name: str, other: str) -> bool:
    """Return whether two names are of one party: "NETGEAR" and "NETGEAR, Inc.", "Ann Keeper" and "Dr. Keeper"."""
    short, long = sorted((TITLED.sub("", name), TITLED.sub("", other)), key=len)
    if _letters(short) == _letters(long):
        return True
    return not COMPANY.search(short) and f" {short.casefold()} " in f" {COMPANY.sub('', long).casefold().rstrip(' ,')} "


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def bare(name: str) -> str:
    """Return a name without the description behind it; "" for a role."""
    name = WIDE.split(name.partition(" . ")[0].strip())[0]  # "Lantern Inc . A. The keeper is"
    if address := ADDRESS.search(name):
        name = name[: address.end("suffix")]
    if ended := ENDED.search(name):
        name = name[: ended.end()]
    short = " ".join(DESCRIPTION.sub("", name).split()).strip(" ,.;:\"“”*_-&/●'’")
    while short.rpartition(" ")[2].lower() in NOT_LAST and not COMPANY.search(short):
        short = short.rpartition(" ")[0].rstrip(" ,.")
    if short.startswith(("the ", "its ")):
        short = short.partition(" ")[2]
        if short.split(" ")[0].rstrip("s").lower() in ROLES and not short.startswith((STATE, "Bank of ")):
            return ""
    return f"{short}." if FULL_STOP.search(short) else short


def is_party(name: str) -> bool:
    """Return whether a name can be that of a party."""
    if not 2 <= len(name) <= LONGEST_PARTY or NO_PARTY.search(name):
        return False
    words = name.split()
    plain = [word for word in words if word.isalpha() and word.islower() and word not in SMALL | PARTICLES]
    company = bool(COMPANY.search(name))
    capital = name[0].isupper() or (name[0].isalpha() and any(map(str.isupper, name[1:4])))
    return (
        (company or capital)
        and (words[0].lower().strip(".,") not in NOT_FIRST or (company and _may_begin(words)))
        and not (words[0].lower() in OFFICES and (words[1:2] == ["of"] or "Officer" in words or "Director" in words))
        and (company or words[0].lower() not in PREPOSITIONS)
        and not all(word.rstrip("s") in ROLES or word in SMALL for word in re.split(r"[\s/]", name.lower()))
        and not ONLY_SUFFIX.fullmatch(name)
        and (company or not HEADINGS.search(name))
        and len(plain) <= company
        and 2 * sum(map(str.isalnum, name)) >= len(name)
        and any(map(str.isalpha, name))
    )


def _may_begin(words: Sequence[str]) -> bool:
    """Return whether words that end in "Inc." are the name of a company, though others begin with the first of them."""
    return len(words) > 2 and words[0][:1].isupper() and words[0].lower() in MAY_BEGIN


def as_written(names: Iterable[str], head: str) -> list[str]:
    """Return names without a full stop that the first pages ``head`` do not have: "Lantern Pte Ltd, a company"."""
    flat = " ".join(head.split())
    return [name[:-1] if name not in flat and name.endswith(".") and name[:-1] in flat else name for name in names]
