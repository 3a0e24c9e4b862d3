"""Read Australian judgments cut into sentences: ``<case>`` with ``<catchphrases>`` and ``<sentences>``.

The files have the form of the UCI "Legal Case Reports" set, and are not well formed. A paragraph's number stands at the
start of a sentence, or of a line in one; the heading above it stands on the lines in front, in the same sentence.
"""

import re
from collections.abc import Sequence

import lxml.html

from piperoll.chunking.merge import Range
from piperoll.corpora.common.numbered import rising_run
from piperoll.corpora.hk_cases import header
from piperoll.corpora.hk_cases.numbering import LATEST_START, text_marks
from piperoll.corpora.hk_cases.plain import build
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, names_judge
from piperoll.corpora.hk_cases.source import Source
from piperoll.text.html import BREAKS, Page, Rules, render

RULES = Rules(
    breaks=BREAKS
    | dict.fromkeys(("name", "austlii", "catchphrases", "sentences", "paragraph"), "\n\n")
    | dict.fromkeys(("sentence", "catchphrase"), "\n"),
    silent=frozenset({"script", "style"}),
    lines=frozenset({"sentence"}),
)
NAME = re.compile(r"(?P<case>.*?)\s*(?P<citation>\[\d{4}\] [A-Za-z]+ \d+)\s*(?:\((?P<date>[^()]*)\))?\s*")
CORRECTED = re.compile(r"\s*\((?:with |includes )?Corrigendum(?: dated)? (?P<date>[^()]*)\)", re.IGNORECASE)
""""SZJBA v Minister for Immigration and Citizenship (Corrigendum 19 October 2007)"."""
BESIDE_PARTY = re.compile(
    r"(?:\s*\((?:No\.? ?\d+|ACN [\d ]+|ABN [\d ]+)\)|\sNo\.? ?\d+)+$|,? in the matter of .*$", re.IGNORECASE
)
"""What stands behind the name of a party: "(No 2)", "(ACN 010 622 901)", ", in the matter of Linden Limited"."""
VERSUS = re.compile(r"\sv\.?\s")

CLOSING = re.compile(r"Associate:|I certify that (?:this and )?the\b|AustLII:|Dated?(?: of Hearing)?:")
"""What follows the last paragraph."""
# "AustLII: Copyright Policy | Disclaimers | Privacy Policy | Feedback", and the address below it
FOOT = re.compile(r"(?<!\S)AustLII: Copyright Policy \|[^\n]*(?:\s+URL: \S+)?\s*\Z")
# "I certify that the preceding fifty-eight (58) numbered paragraphs"
CERTIFIED = re.compile(r"\bpreceding [a-z -]{2,60} ?\((?P<n>\d{1,4})\) (?:numbered )?paragraphs")
CERTIFICATE = 4_000
"""Characters at the end in which the associate certifies how many paragraphs there are."""
TAIL = 12
"""Sentences at the end of a file in which the closing begins; it has 2 to 5."""
NUMBERED = re.compile(r"\d{1,3}(?: (?=[A-Z“\"‘'(\[])|$)")
"""The number of a paragraph, at the start of a line."""
SENTENCES = 25
"""Sentences of a numbered paragraph, on average; a judgment with fewer numbers has lost them. Seen: 2 to 8."""
LABEL = re.compile(r"(?:\(?[a-z]{1,4}\)|\(?\d{1,2}[.)]|[A-Z][.)]|[IVX]+\.?)\s+(?=\S)")
""""(iii) Preferring the applicant's evidence"."""
LABEL_ALONE = re.compile(r"\(?(?:\d{1,2}|[A-Z]|[a-z]|[IVXivx]{1,4})[.)]")
"""The number of a heading, which the end of a sentence tore off it: "1.", and then "The autonomy principle"."""
ASKS = re.compile(r"(?:Whether|How|What|When|Who|Why|Which|Did|Does|Do|Is|Are|Was|Were|Has|Have|Had|Should|Can)\b")
SAYS = re.compile(
    r"\b(?<!\bto )(?:is|are|was|were|be|been|has|have|had|will|would|may|must|shall|should|can|could|did|does|do|says?"
    r"|states?|submits?|provides?|contends?|refers?|that"
    r"|(?:said|stated|submitted|provided|contended|referred|relied|annexed|held)\b(?!(?: \w+)? by\b))\b"
)
"""A word that a sentence has and a heading seldom: "The issues contended for by the parties" is a heading."""
# "The manner in which the scheme was carried out", "Allegation that the pipe was defective"
RELATIVE = re.compile(
    r"\b(?:(?:in|to|for|at|of|on|during|by|with|from|under) (?:which|whom)|whose|(?<=allegation )that|(?<=view )that)\b"
)
# "I accept", "In my view", "This is", "That which was sold": how a sentence begins
SPEAKS = re.compile(r"(?:I|We|He|She|They|It|There|Th(?:is|at|ese|ose)|In|On|At|As|If|For|But|And|So|Or)\b")
# "If so, would it go out?"
GOES_ON = re.compile(r"(?:If|But|And|So|Or|Then)\b")
COUNTS = re.compile(
    r"(?:Ground|Issue|Question|Application|Claim|Part|Stage|Step)s? (?:\d|[A-Z]\b|[IVX]+\b|[Oo]ne\b|[Tt]wo\b)"
    r"|(?:Section|Regulation|Rule|Article|Clause)s? \d[\w()./]* ?(?:---?|[–—]) ?(?=[a-zA-Z])"
)
""""Ground 1 --- Mr Alder was not in Harbour", "Section 17(b)(iii) --- the time at which the lamp was lit"."""
TELEPHONE = re.compile(r"\b\d{4} \d{4}\b")
"""Matches "Augusta Lamplight 02 6244 6197", which signs a letter."""
# "1994 FY", "The 2003 agreement"
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# "Alder 11% Beam 11% Fyr Pty Ltd 78%"
SHARES = re.compile(r"(?:[^\n%]*\d ?%){2,}")
PLEADED = "Particulars"
"""The line below a quoted ground of appeal; what stands below it is quoted, too."""
# "(emphasis added)": the end of a quotation
REMARK = re.compile(r"[(\[][^()\[\]]{0,60}[)\]]")
# "The facts were few" and "57.", whose text begins a sentence of its own
BEGINS = re.compile(r"[\"'“‘ ]*[^\W\d_a-z]|\d{1,3}\.$")
WORD = re.compile(r"[^\W\d_]+")
SHORT_WORD = 3
"""Letters of words that a title may have in small letters."""
LEAST_CAPITALS = 0.6
"""Share of the longer words of a title that begin with a capital."""
LONGEST_PHRASE = 20
"""Words of a heading in lower case; a longer line is a sentence without its end."""
LONGEST_CAPITALS = 250
"""Characters of a heading in capitals, and of a question."""
LONGEST_COUNTED = 400
"""The same of one that counts: "Section 17(b)(iv) --- …"."""
LEAST_LETTERS = 0.6
"""Share of letters and spaces in a heading; a row of a table has fewer."""
STACKED = 4
"""Headings in a row, at most."""


def is_case(text: str) -> bool:
    """Return whether ``text`` begins as such a file."""
    return "<case>" in text[:500] and "<sentences>" in text


def read(root: lxml.html.HtmlElement, name: str) -> Source:
    """Return the judgment under ``root``, a tree of an HTML parser, which accepts attributes without a name."""
    case = next(root.iter("case"), root)
    headings = _set_headings_apart(list(case.iter("sentence")))
    page = render(case, rules=RULES)
    front = next((span.start for span in page.elements if span.element.tag == "sentences"), 0)
    marks = text_marks(page.text, front, len(page.text))
    certified = next((int(match["n"]) for match in CERTIFIED.finditer(page.text[-CERTIFICATE:])), 0)
    if marks and 2 * marks[-1].number < certified:  # the numbers are those of a judgment that this one quotes
        marks = []
    if marks:
        front = min(front, marks[0].start)
    source = build(page.text, name, marks, front=front, headings=_ranges(page, headings), given=_given(page))
    if foot := FOOT.search(page.text, max(front, len(page.text) - CERTIFICATE)):
        source.set_foot_aside(foot.start())
    return source


def _set_headings_apart(sentences: Sequence[lxml.html.HtmlElement]) -> dict[lxml.html.HtmlElement, list[str]]:
    """Put blank lines around the headings in sentences, and in front of what begins a paragraph.

    Where the numbers are lost, a blank line within a sentence ends no paragraph: a list or a quotation follows.

    Returns:
        The headings by their sentence.
    """
    texts = [sentence.text or "" for sentence in sentences]
    lines = [_lines(text) for text in texts]
    numbers = [int(match[0]) for group in lines for line in group if (match := NUMBERED.match(line))]
    run = rising_run(numbers)
    numbered = len(run) > len(sentences) / SENTENCES and numbers[run[0]] <= LATEST_START
    tail = range(max(0, len(lines) - TAIL), len(lines))
    closing = next((at for at in tail if lines[at] and CLOSING.match(lines[at][0])), len(lines))
    found: dict[lxml.html.HtmlElement, list[str]] = {}
    for index, (sentence, text, own) in enumerate(zip(sentences, texts, lines, strict=True)):
        begins = index == closing or "\n" in text[: len(text) - len(text.lstrip())]
        if begins:
            _begin_paragraph(sentence)
        if index >= closing or ("\n" not in text and not text.endswith("?")):
            continue
        following = lines[index + 1] if index + 1 < len(lines) else []
        before = lines[index - 1][-1:] if index else []
        apart = bool(following) and texts[index + 1].startswith("\n")
        first, last = _headings(own, following, before, numbered, apart)
        label = index > 0 and first == 0 < last and LABEL_ALONE.fullmatch(texts[index - 1].strip())
        if label and index > 2 and LABEL_ALONE.fullmatch(texts[index - 3].strip()):  # the last of a list of questions
            continue
        if first == 0 and last > 0 and not begins:
            _begin_paragraph(sentence)
        headings = list(own[first:last])
        if label:
            headings[0] = f"{label[0]} {headings[0]}"
            sentences[index - 1].text = ""
        if headings:
            found[sentence] = headings
        if headings or not numbered:
            rest = _rest(text, own[:last]) if numbered else "\n".join(own[last:])
            parts = ["\n".join(own[:first]), *headings, rest]
            sentence.text = "\n\n".join(part for part in parts if part)
    return found


def _begin_paragraph(sentence: lxml.html.HtmlElement) -> None:
    """Put a blank line in front of a sentence; those behind it go on with its paragraph."""
    sentence.addprevious(lxml.html.Element("paragraph"))


def _lines(text: str) -> list[str]:
    """Return the lines of ``text`` that are not blank, with one space between words."""
    if "\n" not in text:
        return [text] if text else []
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def _rest(text: str, lines: Sequence[str]) -> str:
    """Return what follows ``lines`` in ``text``, whose white space may be other than theirs."""
    at = 0
    for line in lines:
        for word in line.split():
            at = text.index(word, at) + len(word)
    return text[at:].strip()


def _headings(
    own: Sequence[str], following: Sequence[str], before: Sequence[str], numbered: bool, apart: bool
) -> tuple[int, int]:
    """Return first and end of the lines of a sentence that are headings.

    Args:
        own: the lines of the sentence.
        following: those of the next sentence.
        before: the line in front of the sentence, if there is one.
        numbered: whether the judgment has numbered paragraphs: then headings stand above their numbers.
        apart: whether the next sentence begins on a line of its own: what asks above a number is a heading then.

    Returns:
        Two equal numbers where there is none.
    """
    if numbered:
        end = next((index for index, line in enumerate(own) if NUMBERED.match(line)), None)
        if end is None:  # "SALE OF BAREFOOT WINE?" ends a sentence, and the number begins another
            asks = own and own[-1].endswith("?") and _is_above_number(own[-1], following)
            end = len(own) if asks and _asks(own[-1], apart and len(own) == 1) else 0
        first = end
        if end > 1 and is_heading(own[end - 2]) and _is_lower(own[end - 1], own[end - 2]):
            first -= 1
        while first > max(0, end - STACKED) and is_heading(own[first - 1]):
            first -= 1
        return (end if PLEADED in own[first:end] else first), end
    if before and before[0].endswith(":"):  # a statute is quoted
        return 0, 0
    first = next((at for at, line in enumerate(own) if not REMARK.fullmatch(line)), len(own))
    if own[first:] and own[-1].endswith("?") and len(own) == first + 1:
        titled = _is_titled(own[-1]) and not (before and before[0].endswith("?"))
        return first, first + int(titled or (apart and own[-1].isupper()))
    end = first
    while end < min(first + STACKED, len(own) - 1) and is_heading(own[end]) and BEGINS.match(own[end + 1]):
        end += 1
    return (first, end) if end > first else (0, 0)


def _is_above_number(line: str, following: Sequence[str]) -> bool:
    """Return whether a line stands above a number; where another heading is between, a line in capitals."""
    number = next((at for at, one in enumerate(following[:STACKED]) if NUMBERED.match(one)), None)
    return number == 0 or (number is not None and line.isupper() and all(map(is_heading, following[:number])))


def _is_lower(line: str, above: str) -> bool:
    """Return whether a line between a heading and a number is a heading, too: "(i) …" of any words, one below capitals.

    Such are '(i) Wick and the concept of "lit from dusk by the hand of the keeper" in the definition of "lamp"' below
    "Consideration", and '"a"-flagging'.
    """
    if len(line) > LONGEST_CAPITALS or line[-1] in ".,;:":
        return False
    letters = sum(character.isalpha() or character.isspace() for character in line)
    return letters >= LEAST_LETTERS * len(line) and bool(LABEL.match(line) or above.isupper())


def _is_titled(line: str) -> bool:
    """Return whether most words of a line begin with a capital: "Was Beam a 'Final Decision'?"."""
    words = [word for word in WORD.findall(line) if len(word) > SHORT_WORD]
    return len(words) > 1 and sum(word[0].isupper() for word in words) >= LEAST_CAPITALS * len(words)


def _asks(line: str, apart: bool) -> bool:
    """Return whether a question above a number is a heading, and not the end of the paragraph before."""
    if apart and not GOES_ON.match(line):
        return True
    return len(line) <= HEADING_LENGTH and bool(line.isupper() or LABEL.match(line) or ASKS.match(line))


def is_heading(line: str) -> bool:
    """Return whether a line in front of a paragraph is a heading, by its form: short, and no sentence."""
    if names_judge(line) and line.rstrip(": ").split()[0].isupper():  # "BUCHANAN J:"
        return True
    label = LABEL.match(line)
    words = line[label.end() if label else 0 :]
    undated = YEAR.sub("", words).strip()
    letters = sum(character.isalpha() or character.isspace() for character in undated)
    long = label or line.isupper() or line.endswith("?") or ASKS.match(words)
    longest = LONGEST_COUNTED if COUNTS.match(words) else LONGEST_CAPITALS if long else HEADING_LENGTH
    if len(line) > longest or letters < LEAST_LETTERS * len(undated) or sum(map(str.isalpha, words)) < 2:
        return False
    if not (undated[0].isupper() or (undated[0] in "\"'“‘" and undated[1:2].isupper())) or words[-1] in ".,;:":
        return False
    if TELEPHONE.search(words) or SHARES.fullmatch(words):
        return False
    if words[-1] in "\"'”’)" and not re.search(r"[\"'“‘(]", words[:-1]):
        return False  # the end of a quotation
    if line.isupper() or words.endswith("?") or ASKS.match(words) or COUNTS.match(words):
        return True
    phrase = words if SPEAKS.match(words) else RELATIVE.split(words)[0]
    return len(words.split()) <= LONGEST_PHRASE and not SAYS.search(phrase)


def _ranges(page: Page, headings: dict[lxml.html.HtmlElement, list[str]]) -> list[Range]:
    """Return the character ranges of the headings."""
    ranges: list[Range] = []
    for span in page.elements:
        at = span.start
        for heading in headings.get(span.element, []):
            at = page.text.index(heading, at, span.end)
            ranges.append((at, at + len(heading)))
            at += len(heading)
    return ranges


def _given(page: Page) -> dict[str, object]:
    """Return the metadata that the file itself gives."""
    texts: dict[str, list[str]] = {}
    for span in page.elements:
        if span.element.tag in ("name", "austlii", "catchphrase"):
            texts.setdefault(str(span.element.tag), []).append(page.text[span.start : span.end])
    full = " ".join(texts.get("name", [""])[0].split())
    match = NAME.fullmatch(full)
    printed = match["case"] if match else full
    case = CORRECTED.sub("", printed)
    corrected = CORRECTED.search(printed)
    return {
        "citation": match["citation"] if match else header.neutral_citation(full),
        "name": case,
        "date": header.day((match["date"] if match else None) or full),
        "parties": [BESIDE_PARTY.sub("", side).strip(" ,") for side in VERSUS.split(case, maxsplit=1)],
        "corrected": header.day(corrected["date"]) if corrected else "",
        "address": texts.get("austlii", [""])[0],
        "catchwords": texts.get("catchphrase", []),
        "kind": header.JUDGMENT,
    }
