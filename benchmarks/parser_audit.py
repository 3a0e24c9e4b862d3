"""An audit of the statute parser against inventories that know nothing of its grammar.

    python benchmarks/parser_audit.py [FOLDER] > docs/parser-audit.md

Five comparisons, each with its differences sorted into classes by rules stated here:

1. A plain regular expression over the raw file against the §§ found, for 50 files drawn at random
   and the 50 largest of each of four folders.
2. provisions-json: flat § lists of 642 statutes from another source and another date.
3. canonical-json: what the structured JSON lists against the chunks made of it.
4. The same statute in two forms: current (markdown, 2025) and official-html (2024).
5. Repeated paths: the same § printed twice, with and without dates that tell the wordings apart.
"""

import html
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from verify_corpora import data_folder

from piperoll.corpora.registry import get
from piperoll.corpora.se_law.temporal import MARKER
from piperoll.model import Chunk, Document, DocumentError

SEED = 20_311_2
DRAWN = 50
SIGNATURE = 16
"""Letters and digits after the § by which one finds the same § in both."""
LAST_AMENDMENT = (2024, 198)
"""The newest act that official-html knows."""

MARKDOWN_SECTION = re.compile(r"^#{2,6} .*?(\d+(?: ?[a-zåäö]{1,2})?) §\s*$", re.MULTILINE)
WRAPPED_SECTION = re.compile(r"(?:\A|\n[^\S\n]*\n)[ \t\xa0]*(\d+(?: ?[a-zåäö]{1,2})?)[ \t\xa0]*§")
ANCHOR = re.compile(r'<a[^>]*class="paragraf"[^>]*>(?:<b>)?\s*(?:\d+ ?[a-z]? kap\. ?)?(\d+(?: ?[a-zåäö]{1,2})?) §')
BODY = re.compile(r'<div class="result-box-text body-text">(.*?)</div>', re.DOTALL)
SECTION_PATH = re.compile(r"kap\w+\.§\w+(?:\.v\d+)?")
PLAIN_PATH = re.compile(r"kap(\w+)\.§(\w+)")
LINK = re.compile(r"\[([^\[\]\n]*)\]\([^()\s]*\)")
OF_CHAPTER = re.compile(r"\d+ ?[a-z]? kap\. ?\d+ ?[a-z]? §\s*$")
REFERENCE = re.compile(r"om\b|första|andra|tredje|fjärde|femte|sista|[1-9][^§]{0,12} om\b|i\b|eller\b|och\b|,|§")
FOLDERS = {"current": "**/*.md", "official-html": "**/*.html", "official-json": "**/*.json", "agency-html": "**/*.html"}


def label(number: str) -> str:
    return "".join(number.split())


def raw_text(folder: str, data: bytes) -> str:
    """What the regular expression sees: the body of the file, as little processed as can be."""
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    match folder:
        case "official-html":
            body = BODY.search(text)
            return html.unescape(re.sub(r"<[^>]+>", "", body[1])).strip() if body else ""
        case "official-json":
            return (json.loads(text)["fulltext"].get("forfattningstext") or "").replace("\r\n", "\n")
        case "agency-html":
            return html.unescape(text)
    return LINK.sub(r"\1", text)


def documents(root: Path, folder: str, pattern: str) -> Iterator[tuple[Path, Document]]:
    paths = [path for path in sorted((root / folder).glob(pattern)) if path.is_file()]
    with ProcessPoolExecutor() as pool:
        for path, document in pool.map(read, [root] * len(paths), paths, chunksize=50):
            if document is not None:
                yield path, document


def read(root: Path, path: Path) -> tuple[Path, Document | None]:
    try:
        return path, next(get("se-law").read(path.read_bytes(), path.relative_to(root).as_posix()))
    except DocumentError:
        return path, None


def table(head: str, rows: Counter[str]) -> None:
    print(
        f"\n| {head} | count |\n| --- | ---: |",
        *(f"| {name} | {count:,} |" for name, count in rows.most_common()),
        sep="\n",
    )


def inventory(root: Path) -> dict[str, list[tuple[Path, Document]]]:
    print("## 1 A plain regular expression over the raw files\n")
    print(
        f"For each folder {DRAWN} files drawn at random among those with a body (seed {SEED}) and the {DRAWN} largest. "
        "*Raw* counts headings `## … N §` in markdown, lines `N §` after a blank line in wrapped text, "
        "`a.paragraf` in HTML; *ours* counts chunks that are a § of the statute. "
        "Only files that differ are listed. The classes of single differences follow the table; they are "
        "counted over all files of the folder, not only the drawn ones."
    )
    everything: dict[str, list[tuple[Path, Document]]] = {}
    for folder, pattern in FOLDERS.items():
        found = [(path, document) for path, document in documents(root, folder, pattern) if document.chunks]
        everything[folder] = found
        largest = sorted(found, key=lambda one: -one[0].stat().st_size)[:DRAWN]
        drawn = random.Random(SEED).sample(found, min(DRAWN, len(found)))
        picked = {path for path, _ in (*largest, *drawn)}
        classes: Counter[str] = Counter()
        rows = []
        totals = Counter[str]()
        for path, document in found:
            raw, ours, why = differences(folder, raw_text(folder, path.read_bytes()), document)
            classes.update(why)
            totals.update(raw=raw, ours=ours)
            if path in picked and why:
                reasons = ", ".join(f"{count} {name}" for name, count in why.most_common())
                rows.append(f"| {path.name} | {raw} | {ours} | {reasons} |")
        print(f"\n### {folder}\n")
        print(
            f"{len(found):,} files with a body, {totals['raw']:,} § by the expression, {totals['ours']:,} by the "
            "parser. "
            f"Of the {len(picked)} files looked at, {len(picked) - len(rows)} agree entirely."
        )
        if rows:
            print("\n| file | raw | ours | differences |\n| --- | ---: | ---: | --- |")
            print("\n".join(sorted(rows)))
        table(f"class, all of {folder}", classes)
    return everything


def differences(folder: str, raw: str, document: Document) -> tuple[int, int, Counter[str]]:
    """How many §§ each counts, and a class for each that only one has: same number, same beginning of the text."""
    expression = {"current": MARKDOWN_SECTION, "agency-html": ANCHOR}.get(folder, WRAPPED_SECTION)
    chunks = [chunk for chunk in document.chunks if SECTION_PATH.fullmatch(chunk.path)]
    ours: dict[tuple[str, str], list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        ours[chunk.metadata["section"], beginning(chunk.content, chunk.metadata["section"])].append(chunk)
    why: Counter[str] = Counter()
    total = 0
    for match in expression.finditer(raw):
        total += 1
        at = label(match[1]), squeezed(re.sub(r"<[^>]+>", "", raw[match.end() : match.end() + 400]))[:SIGNATURE]
        if ours[at]:
            ours[at].pop()
        else:
            why[not_ours(folder, raw, match, document)] += 1
    for left in ours.values():
        for chunk in left:
            why[only_ours(chunk, document)] += 1
    return total, len(chunks), why


def beginning(content: str, section: str) -> str:
    spaced = re.sub(r"(?<=\d)(?=[a-zåäö])", r"\\s?", section)
    opened = re.search(rf"^(?:#+ )?[^\n]{{0,600}}?\b{spaced}\s*§", content, re.MULTILINE)
    return squeezed(content[opened.end() : opened.end() + 200])[:SIGNATURE] if opened else ""


def not_ours(folder: str, raw: str, match: re.Match[str], document: Document) -> str:
    after = raw[match.end() : match.end() + 60].lstrip(" \n\xa0\t.")
    if re.match(r"\d+ ?[a-z]? ?mom", after, re.IGNORECASE):
        return "a moment, part of the § before it"
    if REFERENCE.match(after) or (folder == "current" and OF_CHAPTER.search(match[0])):
        return 'an entry of a list of references ("5 § om delegering,")'
    shown = squeezed(re.sub(r"<[^>]+>", "", raw[match.end() : match.end() + 400]))[:SIGNATURE]
    for chunk in document.chunks:
        if shown in squeezed(chunk.content):
            if "section" in chunk.metadata and chunk.path.startswith("bilaga."):
                return "a § of an appendix or agreement (path bilaga.N.§M)"
            if chunk.path.startswith(("overgangsbest", "bilaga", "art")):
                return "quoted in transition provisions, an appendix or a convention"
    return "a row of a table, a § of which nothing is left, or a number out of order"


def only_ours(chunk: Chunk, document: Document) -> str:
    number = chunk.metadata["section"]
    if re.search(rf"^§ ?{number}\b", chunk.content, re.MULTILINE):
        return 'only ours: the old form "§ 1."'
    if re.search(r"[^\n]\n[ \t]*\d+ ?[a-z]{0,2} §", document.text[max(0, chunk.start - 80) : chunk.end]):
        return "only ours: a § without a blank line before it, or behind its heading"
    return "only ours: a § behind a marker or a type-setting mark, with odd spaces, or joined to the § before"


def provisions(root: Path, everything: dict[str, list[tuple[Path, Document]]]) -> None:
    print("\n## 2 provisions-json\n")
    by_key: dict[str, Document] = {}
    for folder in ("current", "official-html", "official-json"):
        for _, document in everything[folder]:
            held = by_key.get(document.key)
            if held is None or sum("§" in p.path for p in document.chunks) >= sum("§" in p.path for p in held.chunks):
                by_key[document.key] = document
    classes: Counter[str] = Counter()
    statutes = 0
    for path in sorted((root / "provisions-json").glob("*.json")):
        data = json.loads(path.read_bytes())
        document = by_key.get(f"SFS {data['id']}")
        if document is None or not data.get("provisions"):
            classes["not compared: no § listed, or no text of this statute in our folders"] += len(
                data.get("provisions") or [0]
            )
            continue
        statutes += 1
        ours = {match.groups() for chunk in document.chunks if (match := PLAIN_PATH.fullmatch(chunk.path))}
        refs = [(one["provision_ref"].rpartition(":"), one["content"]) for one in data["provisions"]]
        theirs = {(label(chapter) or "0", label(section)): content for (chapter, _, section), content in refs}
        flat = {section for _, section in ours}
        text = squeezed(document.text)
        for key, content in theirs.items():
            if key in ours:
                classes["agree"] += 1
            elif (key[0] == "0" and key[1] in flat) or (key[0] != "0" and ("0", key[1]) in ours):
                classes["the § is there under another chapter: theirs is a chapter named in a reference, or none"] += 1
            elif squeezed(content)[:60] not in text:
                classes["their § is not in our text: another date"] += 1
            else:
                classes[
                    "their text is in ours under another number or inside a §: theirs begins at a wrapped reference"
                ] += 1
        for _ in ours - theirs.keys():
            classes["our § is not in their list: another date, or their list lost it"] += 1
    share = classes["agree"] / max(
        1, sum(count for name, count in classes.items() if name.startswith(("agree", "the", "their")))
    )
    print(f"{statutes} statutes compared; {100 * share:.1f} % of their §§ have the same chapter and number here.")
    print(
        "\nOf the two largest classes of difference 52 were read: 2 are §§ renumbered since (SFS 1962:700); in "
        'the others theirs is wrong. Their parser takes "enligt 24 kap. / 9 §" at a line break for a chapter and a § '
        "(SFS 2008:9 has no 24 kap.), gives a statute one chapter only (SFS 1974:203), drops letters (SFS 2005:716, "
        '6 a kap.) or begins a § in the middle of another ("§ inkomstskattelagen …", SFS 2011:1244).'
    )
    table("class", classes)


def squeezed(text: str) -> str:
    return re.sub(r"[^\wåäö]", "", text).lower()


def canonical(root: Path) -> None:
    print("\n## 3 canonical-json\n")
    classes: Counter[str] = Counter()
    for path, document in documents(root, "canonical-json", "**/*.json"):
        data = json.loads(path.read_bytes())
        listed = [
            (chapter, one)
            for chapter in data.get("chapters") or []
            for one in chapter.get("paragrafer", chapter.get("sections")) or []
        ]
        chunks = [chunk for chunk in document.chunks if SECTION_PATH.fullmatch(chunk.path)]
        if not listed:
            classes["files without a single §"] += 1
        empty = [one for _, one in listed if not (one.get("content") or one.get("stycken") or one.get("paragraphs"))]
        classes["§ without any text in the JSON (no chunk)"] += len(empty)
        classes["§ with a chunk of its own"] += len(chunks)
        classes["of these: the same number again in the chapter (.v2, .v3)"] += sum(
            ".v" in chunk.path for chunk in chunks
        )
        full = [one for _, one in listed if one not in empty]
        for one, chunk in zip(full, chunks, strict=False):
            content = squeezed(one.get("content") or "")
            if not content:
                classes["of these: no content field (older shapes): the stycken joined"] += 1
            elif content in squeezed(chunk.content):
                classes["of these: content used as it is"] += 1
            else:
                classes["of these: content not in the chunk"] += 1
        classes["§ listed and not chunked, or the reverse"] += abs(len(full) - len(chunks))
    table("class", classes)


def two_forms(everything: dict[str, list[tuple[Path, Document]]]) -> None:
    print("\n## 4 The same statute in current and official-html\n")
    older = {document.key: document for _, document in everything["official-html"]}
    newer = {document.key: (path, document) for path, document in everything["current"]}
    counts: Counter[str] = Counter()
    only: dict[str, Counter[str]] = defaultdict(Counter)
    headings: Counter[str] = Counter()
    statutes = sorted(older.keys() & newer.keys())
    for key in statutes:
        path, document = newer[key]
        old, new = sections(older[key]), sections(document)
        raw = path.read_text(encoding="utf-8", errors="replace")
        for at in old.keys() & new.keys():
            counts[text_class(old[at], new[at])] += 1
            headings[heading_class(old[at], new[at])] += 1
        for at in old.keys() - new.keys():
            only["official-html"][lost(old[at], document, raw)] += 1
        whole = squeezed(older[key].text)
        for at in new.keys() - old.keys():
            only["current"][added(new[at], whole)] += 1
    print(f"{len(statutes):,} statutes are in both; {sum(counts.values()):,} paths are in both forms.")
    table("text of the same path", counts)
    table("last heading of the same path", headings)
    for form, classes in only.items():
        table(f"path only in {form}", classes)


def sections(document: Document) -> dict[str, Chunk]:
    return {chunk.path: chunk for chunk in document.chunks if SECTION_PATH.fullmatch(chunk.path)}


def words(chunk: Chunk) -> str:
    """The text of a § from its number on, without markers, marks, white space and hyphens."""
    text = MARKER.sub("", re.sub(r"^#+ ", "", chunk.content, flags=re.MULTILINE))
    return squeezed(re.sub(r"^(.*?)(?=\d+( ?[a-zåäö]{1,2})?\s*§)", "", text, count=1, flags=re.DOTALL))


def act(chunk: Chunk) -> tuple[int, int]:
    match = re.search(r"(\d{4}):(\d+)", str(chunk.metadata.get("amendedBy", "")))
    return (int(match[1]), int(match[2])) if match else (0, 0)


def text_class(old: Chunk, new: Chunk) -> str:
    first, second = words(old), words(new)
    if first == second:
        return "the same"
    if act(new) > LAST_AMENDMENT:
        return "amended after spring 2024"
    if act(new) != act(old):
        return "amended by another act: the other wording of a § that was about to change"
    if sorted(first) == sorted(second):
        return "the same characters in another order (converter)"
    if set(re.findall(r"\d+", old.content)) - set(re.findall(r"\d+", new.content)):
        return "numbers of EU acts or §§ lost by the converter"
    return "a word added, lost or moved to the next paragraph (converter, or wording of another date)"


def heading_class(old: Chunk, new: Chunk) -> str:
    first, second = (squeezed(str(one.metadata.get("heading", "")).split("›")[-1]) for one in (old, new))
    if first == second:
        return "the same" if first else "none in both"
    if act(new) > LAST_AMENDMENT:
        return "differs, amended since"
    return "only in official-html" if not second else "only in current" if not first else "differs"


def lost(old: Chunk, document: Document, raw: str) -> str:
    if ".v" in old.path or "validity" in old.metadata:
        return "a dated wording; current keeps the one in force"
    start = words(old)[len(old.metadata["section"]) :][:50]
    if not start or "upphävts" in old.content[:60]:
        return "repealed: the converter drops the line"
    if start not in squeezed(document.text):
        return "the text is gone: amended or repealed since, or dropped by the converter"
    spaced = re.sub(r"(?<=\d)(?=[a-zåäö])", " ", old.metadata["section"])
    if re.search(rf"^#+ .*\b{spaced} §\s*$", raw, re.MULTILINE):
        return "the text stands under another chapter or number (chapter heading lost or § renumbered)"
    return "the text is there, its § number was lost by the converter"


def added(new: Chunk, whole: str) -> str:
    if act(new) > LAST_AMENDMENT:
        return "added after spring 2024"
    start = words(new)[len(new.metadata["section"]) :][:50]
    if start and start in whole:
        return "the text is in official-html under another path (chapter heading lost in current)"
    return "not in official-html: another date, or a line that the converter made a heading"


def repeated(everything: dict[str, list[tuple[Path, Document]]]) -> None:
    print("\n## 5 Paths that come again\n")
    print('| folder | § printed again | with dates | without | of these after "Har upphävts" | files without dates |')
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for folder, found in everything.items():
        again = dated = reused = 0
        files = set()
        for path, document in found:
            groups: dict[str, list[Chunk]] = defaultdict(list)
            for chunk in document.chunks:
                if SECTION_PATH.fullmatch(chunk.path):
                    groups[re.sub(r"\.v\d+$", "", chunk.path)].append(chunk)
            for chunks in groups.values():
                again += len(chunks) - 1
                if len(chunks) > 1 and any("validity" in chunk.metadata for chunk in chunks):
                    dated += len(chunks) - 1
                elif len(chunks) > 1:
                    files.add(path)
                    reused += sum("upphävts" in chunk.content[:60] for chunk in chunks)
        print(f"| {folder} | {again:,} | {dated:,} | {again - dated} | {reused} | {len(files)} |")


def main() -> int:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else data_folder("se-law")
    if root is None or not root.is_dir():
        print("There are no corpora here: give the folder of the unpacked se-law data.", file=sys.stderr)
        return 2
    print("# Parser audit\n\nMade by `python benchmarks/parser_audit.py`; its head tells what is compared.\n")
    everything = inventory(root)
    provisions(root, everything)
    canonical(root)
    two_forms(everything)
    repeated(everything)
    return 0


if __name__ == "__main__":
    sys.exit(main())
