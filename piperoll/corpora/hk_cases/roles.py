"""Tell the role of a chunk: facts, reasoning or order, by its headings, its phrases and its position."""

import re
from collections.abc import Sequence
from functools import lru_cache

from piperoll.corpora.hk_cases.header import EXTRACT, JUDGMENT, PRESS_SUMMARY
from piperoll.corpora.hk_cases.short_lines import names_judge
from piperoll.text.anchored import Anchored

JOINED = " › "
"""Stands between headings, the outermost first."""
FACTS, REASONING, ORDER, CLOSING = "facts", "reasoning", "order", "closing"

_BELOW = (
    r"(?:(?:learned )?(?:trial|district|primary|high court|federal|sessions)? ?(?:judge|magistrate)"
    r"|(?:high|divisional|county|crown|family|district|magistrates?['’`]?) court"
    r"|(?:high )?court below|lower courts?|assistant registrar|ar|first-tier tribunal|ftt|eat|mrt|rrt|aat|delegate"
    r"|refugee review tribunal)"
)
"""Who decided before the appeal came to this court."""
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
HEADINGS = (
    (
        FACTS,
        re.compile(
            # "The decision below", "Decision of the trial judge", "The Judge’s conclusions"
            r"^\W*(?:\w{1,4}[.)] )?(?:the )?(?:"
            r"(?:(?:[\w ]{1,30}['’`]s? )?(?:arguments?|submissions?)"
            r"|decisions?|judgments?|findings|reasons|rulings?|trial|proceedings?|hearing)"
            r" (?:(?:in|of) the courts? )?below"
            rf"|(?:decisions?|judgments?|sentences?|findings|reasons|rulings?|conclusions?|proceedings|trial)"
            rf" (?:of|by|in|at|before) (?:the )?{_BELOW}"
            rf"|{_BELOW}['’`]?s? (?:decisions?|judgments?|findings|reasons|rulings?|conclusions?)"
            r"|proceedings in [A-Z]\w+|courts? below"
            # "The legal proceedings", "The hearing"
            r"|(?:\w+ )?proceedings(?: between (?:the )?parties)?|hearings?|(?:conduct of )?the trial|trial"
            r")$"
            # "A. Court of Appeal for Rockland, 2031 RKCA 5", "Provincial Court (Wick Prov. Ct. J.)"; not this court's
            r"|^(?!.*\b(?:(?:this|our) court|SCC)\b).*\bcourt\b"
            r"(?:.*, (?:19|20)\d\d [A-Z]{2,6} \d+\b|.*\([^()]*\bJJ?\.(?:A\.)?\)$)"
            # "The commencement of legal proceedings", "Events since the issue of proceedings"
            r"|^\W*(?:\w{1,4}[.)] )?(?:the )?(?:commencement of (?:the |this )?(?:\w+ )?(?:proceedings|action|suit)"
            r"|(?:subsequent |further |later )?events (?:since|after|before|leading|in|of)\b)"
            # "D: THE WITNESSES", "3 March 2022: settlement discussions", "A. March 19, 2015"
            rf"|^\W*(?:\w{{1,4}}[.):] )?(?:the (?:expert )?witnesses$"
            rf"|(?:\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}},) (?:19|20)\d\d ?(?:$|[:(–-]))",
            re.IGNORECASE,
        ),
    ),
    (
        REASONING,
        re.compile(
            # "Conclusion on section 6", not "Conclusion on the appeal"
            r"\bconclusions? (?:on|about|as to|in relation to|regarding)\b"
            r"(?!.*\b(?:appeals?|applications?|claims?|petition|motion|proceedings|costs|sentence|penalty|orders?|relief)\b)"
            r"|^\W*(?:\w{1,4}[.)] )?(?:ground|issue|question)s?(?: no\.?)? ?(?:\d|[a-z]\b|one\b|two\b|three\b)"
            r"|\b(?:background|prior) art\b|\bevidence ground$"
            r"|\b(?:statutory|legislative|legal) (?:background|context|overview)\b"
            r"|\bhistory of (?:part|section|chapter|the (?:act|law|rules?|section|legislation))\b",
            re.IGNORECASE,
        ),
    ),
    (
        ORDER,
        re.compile(
            r"^(?:[IVX]{1,5}\W+)?[^a-z]{0,8}(?:(?:final|overall|my|our|the|summary and|formal) )*"
            r"(?:conclusions?|disposition|disposal|orders?(?! (?:sought|appealed|below|under)\b)"
            r"|costs(?! (?:appeal|order|application|below))"
            r"|outcome|result|sentence(?! (?:of|by|in) the\b)|relief)\b"
            r"|^(?!.*\b(?:reasons|findings|analysis|discussion)\b).*\b(?:conclusions?|disposition|disposal|costs|sentence)$"
            r"|\b(?:the|my|our|court|consequential|formal) orders?$|^judgment$|^decision$|^裁決$|結論|總結|命令|訟費",
            re.IGNORECASE,
        ),
    ),
    (
        REASONING,
        re.compile(
            r"\bappl(?:ication|y|ying|ied)\b.{0,60}\bfacts?\b|\bon the facts\b"
            r"|\?$|(?:^|: )(?:whether|did|does|was|were|should)\b"
            r"|\b(?:legislative|drafting) history\b"
            # "Burden of proof of the fact", "Admissibility of oral evidence", "The fresh evidence"
            r"|\b(?:burden|standard) of\b|\bproof\b|\b(?:in)?admissib\w+|\bpresumptions?\b"
            r"|\b(?:fresh|false|new|additional|further|adduc\w+|exclu\w+)\b.{0,30}\bevidence\b"
            r"|\b(?:approach|reliance|weight|relevance|reliability|criticisms?|deficienc\w+|failure|lack|sufficiency)\b"
            r".{0,60}\bevidence\b|\bpoints on the evidence\b|\bevidence to (?:show|prove|establish)\b"
            r"|\boverview of .{0,60}\b(?:arguments?|submissions?|law|cases?)\b|\bsubmissions? on\b|\bcontentions?\b"
            r"|\b(?:applicable|governing|relevant) (?:law|provisions)\b"
            r"|\b(?:analysis|discussion|assessment|evaluation|considerations?|observations?|findings?(?! of fact)) "
            r"(?:of|on|upon|about)\b"
            r"|判刑考慮"
            r"|^\W*(?:\w{1,4}[.)] )?(?:(?:my|our|the court.s) (?:decision|findings|view)"
            r"|(?:the )?decision of (?:the|this) court$)",
            re.IGNORECASE,
        ),
    ),
    (
        FACTS,
        re.compile(
            r"\b(?:introduct(?:ion|ory)\b(?! (?:of|and)\b)|background"
            r"|(?<!in )facts|factual (?:matters|context|matrix|circumstances)|findings? of fact"
            r"|\bfact.finding|^(?:19|20)\d\d ?[-–] ?(?:19|20)?\d\d$"
            r"|history|overview|evidence|chronology"
            r"|^(?:the )?pleadings|proceedings below"
            r"|circumstances of the offences?|previous convictions)\b"
            r"|^\W*(?:\w{1,4}[.)] )?(?:the )?"
            r"(?:parties(?: involved| and (?:the )?proceedings)?|charges?|offen[cs]es?|offending|material events)$"
            r"|案情|背景|引言|事實|^控罪$",
            re.IGNORECASE,
        ),
    ),
    (
        REASONING,
        re.compile(
            r"\b(?:analysis|discussions?|considerations?|reason\w*|issues?|grounds?|submissions?|law(?! society)|legal"
            r"|principles?|arguments?|findings?|authorities|statut\w+|legislation|applicability|assessment|mitigation|jurisdiction)\b|討論|分析|考慮|求情|法律|爭議",
            re.IGNORECASE,
        ),
    ),
)
"""Roles by their headings, the first that fits: "Application to the facts", "The admitted facts", "Disposal"."""
# "The Tribunal's decision", "Decision of the Employment Tribunal": in a judgment of a court, another's
TRIBUNAL = re.compile(
    r"\W*(?:\w{1,4}[.)] )?(?:the )?(?:"
    r"(?:[\w ]{1,40} )?tribunal['’`]?s? (?:decision|reasons|findings|determination)s?"
    r"|(?:decision|reasons|findings|determination)s?(?:[\w, ]{1,40})? (?:of|by) the (?:[\w ]{1,40} )?tribunal"
    r"(?: in (?:these|the) proceedings)?)\W*",
    re.IGNORECASE,
)
# "Discussion", "B. Analysis", "Relevant legal principles", "The applicant's submissions": evidence below it is weighed
# or said, not told
WEIGHS = re.compile(
    r"\W*(?:\w{1,4}[.)] )?(?:the |my |our )?(?:analysis|discussion|consideration|assessment"
    r"|reasons|decision of the court|(?:relevant |applicable )?legal principles"
    r"|(?:[\w ]{1,30}['’`]s?|(?:the )?parties['’`]?) (?:\w+ )?submissions)\W*",
    re.IGNORECASE,
)
# "Claimant’s consideration of the application": what a party did before, not what the court weighs
PARTY_CONSIDERS = re.compile(
    r"\W*(?:\w{1,4}[.)] )?(?:the )?(?:claimant|plaintiff|applicant|appellant|defendant|respondent)s?['’`]s? "
    r"consideration of\b",
    re.IGNORECASE,
)
DISPOSES = re.compile(
    r"\W*(?:\w{1,5}[.)] )?(?:(?:final|overall|my|our|the|summary and|formal) )*"
    r"(?:conclusions?|disposition|disposal|orders?|costs|outcome|result|relief|decision|judgment|sentence)\b",
    re.IGNORECASE,
)
"""The beginning of a heading below which others may order."""
# "III. Judicial History", "The decisions below", "Decision Below (2031 RKCA 5)", "The judgment of the High Court": all
# below it is what others decided
HISTORY = re.compile(
    r"\W*(?:\w{1,5}[.)] )?(?:the )?(?:(?:judicial|procedural) history"
    r"|(?:decisions?|judgments?|proceedings|rulings?)(?: (?:in|of) the courts?)? (?:below|in issue)"
    r"(?: \((?:19|20)\d\d [A-Z]+ \d+\b.{0,60}\))?|lower court decisions?"
    rf"|(?:decisions?|judgments?) (?:of|by) (?:the )?{_BELOW}|{_BELOW}['’`]?s? (?:decisions?|judgments?))\W*",
    re.IGNORECASE,
)
# "REASONS", "Written reasons for the decision": above the whole of them, it says nothing of their parts
OVER_REASONS = re.compile(
    r"\W*(?:(?:the|my|our|full|written|extended|summary|statement of) )*reasons"
    r"(?: for (?:(?:the|my|our|its) )?(?:(?:reserved|oral|unanimous|tribunal.s) )?"
    r"(?:decision|judgment|order|ruling|determination))?\W*",
    re.IGNORECASE,
)
BEGINNING = 300
"""Characters within which an order in front of the reasons orders."""
SHORT = 40
"""Characters of a heading that names what all sections below it are: "Background", not "Proof by the evidence of …"."""
# "Right to apply for permission to appeal"
RIGHT = re.compile(
    r"\W*(?:\w{1,4}[.)] )?rights? (?:of|to)(?: apply for (?:permission|leave) to)? appeal\W*", re.IGNORECASE
)
# "(i) The order", of goods or of another court, where it stands below "Background"
TOLD_ORDER = re.compile(r"\W*(?:\w{1,4}[.)] )?(?:the )?(?:\w+ )?orders?\W*", re.IGNORECASE)
# "Postscript: appeals where leave has been refused": what stands behind the order
POSTSCRIPT = re.compile(r"\W*(?:\w{1,5}[.)] )?(?:an? |the )?(?:postscript|endnote|afterword)\b", re.IGNORECASE)
OPENS = re.compile(r"\W*(?:\w{1,4}[.)] )?(?:an? |the )?(?:introduction|overview|summary|general)\W*", re.IGNORECASE)
"""A heading that says nothing of its section but that it comes first."""
DISSENTS = re.compile(r"\bdissent(?:s|ing)\b", re.IGNORECASE)
""""Lord Pike (dissenting):": what this judge would order, the court does not."""
TAIL = 6_000
"""Characters at the end of a text in which it disposes of the case."""
ORDERS = re.compile(
    r"^\W*(?:(?:[IVX]{1,5}|[A-Z]|\d{1,2})\W*\s)?(?:disposition|disposal|orders?|relief)"
    r"(?: and (?:costs|decision|directions))?\W*$|命令",
    re.IGNORECASE,
)
"""A heading that nothing but an order has; "Conclusion" and "Costs" may conclude what orders nothing."""
TORN = re.compile(r"c (?:(?<=enc )(?=ed? )|(?<=\bc )(?=[a-z]{3}))")
"""A letter that a converter tore off what follows: "sentenc ed", "sentenc e", "the c laims"."""
DISPOSAL = Anchored(
    r"[AaCcDdHhIiJjLlMmNnOoPpSsTtUuWwıſ上駁判下](?<!\w[^上駁判下])"
    r"(?=(?i:(?<=w)e |(?<=i) |tay|eave |ay the |ppropriate |o order|o pay |o bear |ppeal|pplication|(?<=c)laim"
    r"|(?<=c)omplaint|etition|ummons|(?<=a)ction|(?<=m)otion|(?<=c)ourt|(?<=c)ost|ribunal|ecision|roceeding|onvict"
    r"|ust |hould |hall |ereby|here|ccordingly|entence|rder|udgment|ill |iberty|sual |ormal )"
    r"|[訴回處令])",
    # "The application is accordingly refused.", "I would dismiss the appeal", "is sentenced to 6 years", "order nisi"
    r"\b(?:appeals?|applications?|claims?|complaints?|petitions?|summons(?:es)?|actions?|motions?|stays?)\b[^.]{0,80}?"
    r"\b(?:is|are|(?<!could )(?<!might )(?<!can )(?<!may )(?<!only )be|was|were) (?:\w+ ){0,3}"
    r"(?:allowed|dismissed|refused|granted|struck out|upheld|rejected|stayed)"
    # "the decision of the Minister must be set aside"
    r"|\b(?:decision|order|judgment|conviction|proceedings?)\b[^.]{0,80}?"
    r"\b(?:is|are|be) (?:\w+ ){0,2}(?:set aside|quashed|restored|remitted|affirmed|confirmed|stayed|dismissed)"
    r"|\b(?:appeals?|applications?|claims?|complaints?)\b[^.]{0,40}? (?:does not succeed|must fail|fails|succeeds)\b"
    # "The complaint of unfair dismissal is well-founded"
    r"|\b(?:complaints?|claims?)\b[^.]{0,80}? (?:is|are) (?:not )?well.founded"
    # "The appeal against the penalty of £1,913.62 is dismissed"
    r"|\bappeals?\b[^\n]{0,120}?, (?:is|are) (?:dismissed|allowed)"
    r"|\b(?:hereby|accordingly|therefore) (?:\w+ ){0,2}(?:allow|dismiss|refuse|grant|order|make|affirm)"
    r"|\bconvict (?:him|her|them|the \w+)\b|\bsentenced? (?:\w+ ){0,6}to\b|\border(?:s)? nisi\b"
    # "The Court orders that:", "the Court made the following orders"
    r"|\b(?:court|tribunal) (?:\w+ ){0,2}"
    r"(?:orders|declares|directs|made the following orders?|would (?:allow|dismiss))\b"
    # not "On 4 May I made orders under section 9", "the reasons why I made them", "the meetings which I ordered"
    r"|(?<!why )\b(?:I|we),? (?!made orders? (?:pursuant|under)\b|(?<=which I )ordered\b)(?:\w+,? ){0,2}"
    r"(?:order|allow|dismiss|refuse|grant|award|affirm|declare|decline|convict|strike|sentence|direct|quash|remit|adjourn"
    r"|vary|pronounce|discharge)"
    r"|\b(?:I|we) (?:\w+ ){0,3}make (?:the following |no |an? |these |such |that |this )?(?:\w+ ){0,2}"
    r"(?:order|declaration)s?\b"
    # "He should bear the costs", "to pay the applicant's costs", "no order as to costs", "Leave is granted"
    r"|\b(?:must|shall|should|will|to) (?:have|bear|pay) (?!these )(?:[\w'’]+ ){0,4}costs\b"
    r"|\bcosts?\b[^.]{0,120}?\bbe (?:\w+ ){0,3}(?:paid|assessed|taxed|borne|reserved|in the cause)\b"
    # "The respondent pay the applicant's costs"
    r"|(?<=nt |ff |ts |fs )pay the (?:\w+ ){0,2}[\w'’]+ costs\b"
    # "the appropriate way to dispose of the motion is to allow it"
    r"|\bappropriate (?:way|course|order)\b[^.]{0,80}? is to (?:allow|dismiss|refuse|grant)\b"
    # "There will therefore be judgment for the Claimant", "There shall be the following orders"
    r"|\bthere (?:will|shall) (?:\w+ )?be (?:judgment|(?:a|an) (?:declaration|order|injunction)"
    r"|(?:the following |no )?(?:orders?|directions))\b"
    # "I therefore enter judgment in terms of the summons", "Judgment will be entered in their favour"
    r"|\b(?:I|we),? (?:\w+,? ){0,3}(?:give|gave|enter(?:ed)?) (?:(?:summary|interim|final|interlocutory) )?judgment\b"
    r"|\bjudgment (?:(?:will|shall|is to) be|be|is) (?:\w+ )?entered\b"
    # "I made the usual bankruptcy order", "The usual order was accordingly made", "I give the following directions"
    r"|\b(?:I|we),? (?:\w+,? ){0,3}ma[dk]e the (?:usual|normal) (?:[\w-]+ ){0,2}orders?\b"
    r"|\b(?:usual|normal) (?:[\w-]+ ){0,2}orders?\b[^.]{0,40} (?:is|are|was|were|be) (?:\w+ ){0,2}made\b"
    r"|\b(?:I|we|court|tribunal) (?:\w+ ){0,3}(?:give|makes?)s? the following (?:orders|directions|declarations)\b"
    # "Leave to apply for judicial review is refused", "I accede to the applications"
    r"|\bleave\b[^.]{0,100}? (?:is|are) (?:\w+ )?(?:granted|given|refused)\b"
    r"|\b(?:I|we),? (?:\w+,? ){0,3}accede to [^.]{0,40}\b(?:applications?|summons(?:es)?|petitions?)\b"
    # "I summarily assess the costs of the plaintiffs at £900", "Liberty to apply"
    r"|\b(?:I|we),? (?:\w+,? ){0,3}assess(?:ed)? [^.]{0,80}?\bcosts\b[^.]{0,80}? (?:at|to be|in the sum of)"
    r" [^.]{0,30}\d"
    r"|\bliberty to apply\b"
    # "The usual consequential orders are to apply"
    r"|(?<=\busual consequential )orders?\b"
    r"|\bno order (?:as to|on|for) costs\b|\bleave is granted\b|\border(?:ed|s)? accordingly\b"
    r"|\bappeal (?:allowed|dismissed)|\bjudgment accordingly|上訴駁回|駁回上訴|判處|下令",
    re.IGNORECASE,
)

_ASKED = "(?:許可|申請|上訴|申索|訴訟|傳票|動議|定罪|判刑|刑罰|判決|命令|裁決)"
"""Matches the names of what a court of Hong Kong grants or refuses, allows or sets aside."""
CHINESE_DISPOSAL = re.compile(
    # "上訴得直，定罪撤銷", "判原告人勝訴", "本席撤銷傳票", "本庭拒絕給予上訴許可", "現頒令", "訟費由被告人支付"
    rf"(?:上訴|申請|申索)(?:得直|獲准|被駁回|駁回)|(?:駁回|撤銷)[^，。；：、\n]{{0,20}}{_ASKED}|{_ASKED}(?:予以|被)?撤銷"
    r"|判[^，。；：、\n]{1,15}[勝敗]訴"
    rf"|本[席庭院][^，。；：\n]{{0,10}}(?:拒絕|批准|批予|給予|准許)[^，。；：\n]{{0,15}}{_ASKED}"
    r"|(?:本[席庭院][^，。；：\n]{0,6}|現|作出)(?:頒令|頒布|(?:如下|以下|下列)的?命令)|(?:頒令|命令)如下"
    r"|訟費[^。；\n]{0,6}[由歸][^。；\n]{1,20}|[須應][^，。；\n]{0,12}(?:支付|承擔)[^，。；\n]{0,12}訟費"
)


def introduces(heading: str) -> bool:
    """Return whether a heading is that of the facts, such as ``BACKGROUND``."""
    return _by_heading([heading]) == FACTS


def _by_heading(headings: Sequence[str]) -> str:
    """Return the role that the first of the headings with one has; "" where none has."""
    return next((role for line in headings if (role := _by_line(line))), "")


@lru_cache(maxsize=1024)
def _by_line(heading: str) -> str:
    """Return the role that a heading names, or ""; all chunks below a heading ask for it."""
    if PARTY_CONSIDERS.match(heading):
        return ""
    return next((name for name, pattern in HEADINGS if pattern.search(heading)), "")


def weighs(heading: str) -> bool:
    """Return whether one of the headings says that what stands below it is weighed or ordered."""
    return any(_by_line(line) in (REASONING, ORDER) for line in heading.split(JOINED))


def _encloses(heading: str) -> bool:
    """Return whether a heading names the role of what stands below it: "Advance costs" may hold no order."""
    return _by_line(heading) != ORDER or DISPOSES.match(heading) is not None


def disposes(content: str) -> bool:
    """Return whether a text disposes of the case."""
    end = " ".join(content[-TAIL:].split())
    return DISPOSAL.search(TORN.sub("c", end)) is not None or CHINESE_DISPOSAL.search(end) is not None


def orders_all(heading: str) -> bool:
    """Return whether all below a heading is the order: ``Disposition``, ``Orders and costs``."""
    return ORDERS.search(heading.rpartition(JOINED)[2]) is not None


def named(heading: str) -> str:
    """Return the role that headings name, the innermost first; "" where none does. Between them stands JOINED."""
    own, *around = reversed(heading.split(JOINED))
    if any(HISTORY.fullmatch(line) for line in around):
        return FACTS
    headings = [own, *(line for line in around if len(line) <= SHORT and not OPENS.fullmatch(line) and _encloses(line))]
    outer = ""
    if OPENS.fullmatch(own) and around:  # "Legal framework › Overview"
        outer = _by_heading(headings[1:]) or ("" if names_judge(around[-1]) else REASONING)
    by_heading = outer or _by_heading(headings)
    if by_heading == FACTS and any(WEIGHS.fullmatch(line) for line in headings[1:]):
        return REASONING
    return by_heading


def role(heading: str, content: str, *, first: bool, orders: bool, kind: str) -> str:
    """Return the role of a chunk of the body.

    Args:
        heading: the headings above it, the outermost first, with JOINED between them; "" for none.
        content: its text.
        first: whether it is the first of the body.
        orders: whether it is where the judgment or an opinion ends with its order.
        kind: what the document is: an extract begins in the middle, the headings of a press summary name the roles,
            and in a judgment of a court, what a tribunal decided is told.

    Returns:
        FACTS, REASONING, ORDER, or CLOSING below the right of appeal.
    """
    own = heading.rpartition(JOINED)[2]
    if RIGHT.fullmatch(own):
        return CLOSING
    summary = kind == PRESS_SUMMARY
    by_heading = FACTS if kind == JUDGMENT and TRIBUNAL.fullmatch(own) else named(heading)
    dissents = DISSENTS.search(heading) is not None
    if orders and not (summary or dissents) and (by_heading != FACTS or not first):
        return ORDER
    if by_heading == ORDER and (dissents or not (summary or orders_all(heading) or disposes(content))):
        around = heading.rpartition(JOINED)[0]
        told = around and TOLD_ORDER.fullmatch(own) and named(around) == FACTS
        by_heading = FACTS if told else REASONING
    if first and kind != EXTRACT and by_heading != ORDER:
        return FACTS
    return by_heading or REASONING
