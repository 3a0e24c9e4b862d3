"""Tell what a short line of a judgment is: a heading, or who speaks."""

import re

HEADING_LENGTH = 120
"""Characters of the longest line that can be a heading."""
LONGEST_ANNOUNCED = 400
"""The same of "The reasons of Beam C.J. and Wick, Mole and Fyr JJ. were delivered by"."""
SENTENCE_ENDS = ".;:,!…。；：，"
# Short lines that are no heading: "(b) the provision of …", "(A.R., vol. I, at p. 263)", "[Emphasis added]",
# "… of private banking services.”", "27 February 2004\""; not
# "(e) Preparing samples (sorting and sampling)"
ITEM = re.compile(
    r"(?:\(?\w{1,5}[.)]\s+)?[a-z]|(?!\(\w{1,4}\) [A-Z])[(\[][^\n]*[)\]]$|[^“\n]*[”»]$"
    r'|[^"\n]*"$'
)
# "17 October 2012", "Friday, 9 June 2023", "Thursday 23rd September 2021", "Parties :Lamp Pte Ltd — Harbour Pte Ltd"
NO_HEADING = re.compile(
    r"(?:[A-Z][a-z]{2,8}day,? )?\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8},? (?:19|20)\d\d"
    r"|Parties[^:\n]{0,12} :.*"
    # "UPON hearing counsel for both parties", above what is ordered
    r"|(?:AND )?UPON [^\n]*[a-z][^\n]*"
    # "(signed) (signed) A. Smith", "Table 1: Asset pool", "F: And to let me talk to her, please"
    r"|\(signed\).*|(?:Table|Figure) \d[^\n]*|[A-Z]{1,3}: (?=[^\n]*, )[^\n]*[a-z][^\n]*"
    # "A: I would think so", "Q" above a column
    r"|Q|[A-Z]: (?:I|Yes|No|He|She|It|We|They|That)\b[^\n]*"
    # "COURT: With what?", "MR LAMP: When did it burn?"
    r"|(?:(?:THE )?(?:COURT|JUDGE|MASTER|WITNESS|INTERPRETER)|(?:MR|MS|MRS|MISS|DR)\.? [A-Z][A-Z’'-]+|[AQ])\.?:\s"
    r"[A-Z][^\n]*[a-z][^\n]*\?"
    # "… by a clotting screen. [E179]", "If either applies – the court has it. If not, no court has"
    r"|[^\n]*[a-z]\. ?[\[(][^\n\])]*[\])]|[^\n]*[a-z]{3,}\. (?:If|It|He|She|They|There|This|We|I)\b[^\n]*"
    # "“… supplies of welfare services in that period.”"
    r"|“[^\n]*[.,;]”|\[[^\n\]]*\] [a-z][^\n]*"
    # "The powers of this Part are these, and shall be read accordingly—"
    r"|[A-Z][a-z]*(?: \w+,?){5,} ?[a-z]{2,}—"
)
JUDGE = re.compile(
    r"^[*_#\s]*(?:Lord|LORD|Lady|LADY|Baroness|Sir|SIR|Dame|Mr|MR|Mrs|MRS|Ms|Hon"
    r"|The Hon(?:ourable)?|The Chief Justice|THE HON(?:OURABLE)?|Chief"
    r"|THE COURT|COURT|HHJ"
    r"|H(?:is|er|IS|ER) H(?:onour|ONOUR)|Deputy Judge)\b"
    r"|(?:\bJJ?|\bJJ?\.?A|\bC\.?J|\bV-?P|\bP|\bJC|\bAR|\bLJ|\bJSC|\bQC|\bKC|\bSC|Recorder|Master)\.?"
    r"(?: [CDO]BE)?(?:\s*\([^()]{0,80}\))?\s*[:—-]*[*_\s]*$"
)
"""A line that names who speaks: "Lord Reed:", "Chan Seng Onn J:", "Côté J. —"."""
# "35. LORD JUSTICE ALDER: I agree", "43.\tMrs Justice Beam: …": a judge, not a witness, speaks in a numbered paragraph
OPENS_OPINION = re.compile(
    r"\[?\d{1,4}[\].]*\s{1,9}(?P<judge>"
    r"(?:L(?:ord|ORD|ady|ADY)|M(?:r|R|rs|RS|s|S)\.?) J(?:ustice|USTICE)(?: [A-Z][\w’'-]*){1,4}"
    r"|(?:H(?:is|IS|er|ER) H(?:onour|ONOUR) J(?:udge|UDGE)|HHJ)(?: [A-Z][\w’'-]*){1,4}"
    r"|(?:SIR|LORD|LADY)(?: [A-Z’'-]{2,}){1,4})"
    r"(?: \([^()\n]{1,60}\))?[ \xa0]?:(?=\s\w)"
    # "[6]   Beam J. — I agree", in an oral judgment of Canada
    r"|\[\d{1,4}\]\s{1,40}(?P<author>(?:[A-Z][\w’'-]+,? (?:and )?){1,5}(?:C\.)?JJ?\.)(?: \([^()\n]{1,40}\))? —(?=\s\w)"
)
SPOKEN = 4
"""Spaces from which a line with a full stop says what somebody does: "Ms Budd suffers from chronic anxiety."."""


def heading_like(line: str) -> bool:
    """Return whether ``line`` is short, has no punctuation of a sentence, and begins like a title."""
    if line.startswith("*") and not line.endswith("*"):  # a note below a table
        return False
    line = line.strip(" \t\xa0*_#")
    longest = LONGEST_ANNOUNCED if line.endswith((" delivered by", " delivered orally by")) else HEADING_LENGTH
    if not 0 < len(line) <= longest or "\n" in line or NO_HEADING.fullmatch(line):
        return False
    return (
        line.rstrip("-–— ")[-1:] not in SENTENCE_ENDS
        and any(character.isalpha() for character in line)
        and line[0] not in "“\"‘'•–-…|<>"
        and "……" not in line
        and "....." not in line
        and not ITEM.match(line)
    )


def names_judge(line: str) -> bool:
    """Return whether ``line`` says only who speaks: "Lord Reed:"."""
    if len(line) > HEADING_LENGTH or "\n" in line or (line.endswith(".") and line.count(" ") >= SPOKEN):
        return False
    return line[:1].isupper() and JUDGE.search(line) is not None and not NO_HEADING.fullmatch(line)
