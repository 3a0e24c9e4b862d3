# ruff: noqa: E501  questions are easier to read in one line
"""Ask 200 questions for figures, made by seed from the statements of filings, and count right, wrong and refused.

    python -m benchmarks.metric_questions --database DIR [--data FOLDER] [--seed N] [--count N] [--every] [--list] [--gold]

DIR is PIPEROLL_DATA_DIR of a corpus ``f`` of the filings (``reindex f --source FOLDER/sec-10k/filings --profile
sec-10k``); FOLDER holds the unpacked archives. The truth is what :mod:`benchmarks.statements` reads:
printed rows by their labels, without Piperoll. With ``--every`` each figure that it knows is asked for once; with
``--gold`` the questions of others for numbers are listed one by one; ``--list`` shows every question and answer.

right: every figure asked for, as printed, and no other. wrong: a figure that is not what is printed, or any where
nothing may be answered. refused: none, or not all of them.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import piperoll
from benchmarks.statements import RATIOS, Statements, read_statements
from benchmarks.verify_corpora import data_folder
from piperoll.library import CorpusReader
from piperoll.results.figures import MetricResult
from piperoll.settings import load

PHRASES = {
    "revenue": ("revenue", "total revenue", "net sales", "sales", "revenues"),
    "net_income": ("net income", "net earnings", "net profit", "bottom line"),
    "gross_profit": ("gross profit",),
    "operating_income": ("operating income", "operating profit", "income from operations"),
    "pretax_income": ("income before taxes", "pretax income", "income before income taxes"),
    "research_and_development": ("R&D", "research and development expense", "R&D spending"),
    "income_tax": ("income tax expense", "provision for income taxes"),
    "eps_diluted": ("diluted EPS", "diluted earnings per share", "EPS (diluted)"),
    "eps_basic": ("basic EPS", "basic earnings per share"),
    "total_assets": ("total assets", "assets"),
    "current_assets": ("current assets", "total current assets"),
    "total_liabilities": ("total liabilities", "liabilities"),
    "current_liabilities": ("current liabilities", "total current liabilities"),
    "equity": ("stockholders' equity", "shareholders’ equity", "total shareholder equity"),
    "cash": ("cash and cash equivalents", "cash & cash equivalents"),
    "inventory": ("inventory", "inventories"),
    "goodwill": ("goodwill",),
    "receivables": ("accounts receivable",),
    "payables": ("accounts payable",),
    "long_term_debt": ("long-term debt", "long term debt"),
    "operating_cash_flow": ("operating cash flow", "cash from operations", "net cash provided by operating activities"),
    "capital_expenditure": ("capex", "capital expenditures", "capital expenditure"),
    "dividends_paid": ("dividends paid", "cash dividends"),
    "share_repurchases": ("share repurchases", "buybacks", "stock buybacks"),
    "gross_margin": ("gross margin", "gross profit margin"),
    "operating_margin": ("operating margin", "operating profit margin"),
    "net_margin": ("net margin", "net profit margin"),
    "return_on_assets": ("return on assets", "ROA"),
    "return_on_equity": ("return on equity", "ROE"),
    "current_ratio": ("current ratio",),
    "debt_to_equity": ("debt to equity ratio", "debt-to-equity"),
    "free_cash_flow": ("free cash flow", "FCF"),
    "working_capital": ("working capital",),
}
"""Hold what people call metrics; the phrases of the lookup itself are not read."""
ONE_YEAR = (
    "{c} {m} {y}", "{c}'s {m} in {y}", "What was {c}'s {m} in fiscal {y}?", "{m} of {c} in {y}", "{m} {c} FY{s}",
    "{c} FY{y} {m}", "how much was the {m} of {c} for FY{s}", "{y} {m} for {c}", "show me {c} {m} for fiscal year {y}",
    "Please tell me {c}’s {m} for the year {y}.", "what {m} did {c} report in {y}?", "{c}: {m}, FY {y}",
    "give me the {m} that {c} reported for {y}", "{c} {m} '{s}", "In {y}, what was the {m} of {c}?",
    "I need {c}'s {y} {m}", "can you find the {y} {m} for {c}", "{m}, {c}, {y}", "what is the FY{y} {m} for {c}?",
    "{c} annual report {y}: {m}",
)  # fmt: skip
RANGE = (
    "{c} {m} {a} to {y}", "{c} {m} {a}-{y}", "{c}'s {m} from {a} to {y}", "{m} of {c} between {a} and {y}",
    "{m} for {c}, {a}–{y}", "{c} {m} FY{a} through FY{y}", "What was {c}'s {m} from FY{a} until FY{y}?",
    "{c} {m} {a}-{s}", "show {m} of {c} for fiscal years {a} to {y}", "how did {c} report {m} over {a} to {y}",
    "{a} to {y} {m} {c}", "{c} {a} - {y} {m}", "list {c}'s {m} for {a} through {y}", "{m} {a} to {y} for {c}",
    "{c}, {m}, years {a} to {y}", "Get {m} for {c} from fiscal {a} to fiscal {y}", "{c} {m} since {a}",
    "{c}'s {m} for each year from {a} to {y}", "the {m} of {c} in the years {a} to {y}", "{c} {m} between FY{a} and FY{y}",
)  # fmt: skip
LAST = (
    "{c} {m} last {n} years", "{c}'s {m}, last {n} years", "{m} of {c} over the past {n} years",
    "what was {c}'s {m} in the last {n} fiscal years?", "{c} {m} for the {n} most recent years",
    "show {c}'s {m} for the past {n} fiscal years", "the last {n} years of {m} for {c}", "{n} latest years of {c} {m}",
    "{m} {c} past {n} years", "Please give {c}'s {m} for the most recent {n} years", "{c}: {m} (last {n} years)",
    "{c} {m} during the last {n} years", "last {n} fiscal years {c} {m}", "latest {n} years {m} {c}",
    "list {m} of {c} in the past {n} years", "how much {m} did {c} have in the last {n} years",
    "I want the {m} of {c} for the last {n} years", "{c} past {n} years {m}", "get {c} {m} recent {n} years",
    "find the {m} {c} reported in the last {n} years",
)  # fmt: skip
NEWEST = (
    "{c} {m}", "what is {c}'s {m}?", "{m} of {c}", "latest {m} of {c}", "{c} {m} last year", "most recent {m} for {c}",
    "{c}'s latest {m}", "how much is the {m} of {c}", "tell me the {m} of {c}", "{c} {m} please", "show {c}'s {m}",
    "{c}: {m}", "{m} {c}", "{c}, {m} of the most recent year", "{c}'s {m} in the latest fiscal year", "give me {c} {m}",
    "what {m} does {c} report?", "{c} newest {m}", "I'd like {c}'s {m}", "{m} for {c}, most recent year",
)  # fmt: skip
NOTHING = (
    "{c} iPhone and phone-case {m} {y}", "{c} {m} in Europe {y}", "{c} {m} growth {y}", "{c} {m} of the cloud segment {y}",
    "{c} average {m} {y}", "{c} quarterly {m} {y}", "{c} adjusted {m} {y}", "{c} {m} per employee {y}",
    "{c} non-GAAP {m} {y}", "{c} {m} forecast {y}", "Zorblatt Dynamo Industries {m} {y}", "the company's {m} in {y}",
    "{c} {m} in 1931", "{c} {m} 2071", "{c} headcount {y}", "{c} number of stores {y}", "{c} customer churn in {y}",
    "{c} total debt {y}", "{c} margin {y}", "{c} {m} excluding acquisitions {y}",
)  # fmt: skip
"""Nothing may be answered: no such company, year or metric, a part of the company, or what only looks like a metric."""
KINDS = {"one year": ONE_YEAR, "range": RANGE, "last years": LAST, "newest": NEWEST, "nothing": NOTHING}
FORMS = re.compile(r"[,.]?\s+(?:inc\.?|incorporated|corp\.?|corporation|co|company|companies inc|plc|ltd)\.?$", re.I)
CLOSE = 2e-6


@dataclass(slots=True)
class Question:
    """A question with what may be answered: values by metric, year and filing."""

    kind: str
    text: str
    cik: str = ""
    metric: str = ""
    years: Sequence[int] = ()


@dataclass(slots=True)
class Truth:
    """Hold what the filings print, by company."""

    filings: list[Statements] = field(default_factory=list)

    def values(self, cik: str, metric: str, year: int) -> list[float]:
        """Return what the filings of a company print for a metric and a year."""
        return [
            float(one.values[metric, year]) for one in self.filings if one.cik == cik and (metric, year) in one.values
        ]

    def newest(self, cik: str) -> int:
        """The newest year that a filing of a company is of."""
        return max(one.year for one in self.filings if one.cik == cik)


def names(one: Statements, pick: random.Random) -> Iterator[tuple[str, str]]:
    """Ways to call a company, each with its kind."""
    short = one.company.split("/")[0].strip()
    while (shorter := FORMS.sub("", short)) != short:
        short = shorter
    yield "name", one.company
    yield "short name", short
    yield "ticker", one.ticker
    yield "small letters", short.lower()
    yield "capitals", short.upper()
    words = [word for word in re.findall(r"[A-Za-z]+", short) if len(word) >= 6]
    if words:
        word = pick.choice(words)
        yield "misspelt", short.replace(word, misspelt(word, pick))


def misspelt(word: str, pick: random.Random) -> str:
    """A word with one letter left out, doubled or exchanged with the next; not the first one."""
    at = pick.randrange(1, len(word) - 2)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return pick.choice([word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], swapped])


def made(truth: Truth, count: int, seed: int) -> Iterator[Question]:
    """Questions by seed, from the truth of filings."""
    pick = random.Random(seed)
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        while True:
            one = pick.choice(truth.filings)
            metric, year = pick.choice(sorted(one.values))
            if metric not in PHRASES:
                continue
            newest = truth.newest(one.cik)
            years = {
                "range": range(year - 1, year + 1),
                "last years": range(newest - 1, newest + 1),
                "newest": [newest],
            }
            asked = list(years.get(kind, [year]))
            if kind == "nothing" or all(truth.values(one.cik, metric, every) for every in asked):
                break
        form = pick.choice(KINDS[kind])
        called, name = pick.choice(list(names(one, pick)))
        phrase = pick.choice(PHRASES[metric])
        if (
            called not in ("misspelt", "capitals")
            and pick.random() < 0.15
            and (words := re.findall("[a-z]{6,}", phrase))
        ):
            phrase, called = phrase.replace(words[0], misspelt(words[0], pick)), "misspelt metric"
        text = form.format(
            c=name, m=phrase, y=asked[-1], s=f"{asked[-1] % 100:02d}", a=asked[0], n=pick.choice(("2", "two"))
        )
        if "since" in text:
            asked = list(range(asked[0], newest + 1))
        yield Question(f"{kind}" if kind == "nothing" else f"{kind}, {called}", text, one.cik, metric, asked)


def judged(question: Question, result: MetricResult, truth: Truth) -> str:
    """right, wrong or refused."""
    if question.kind.startswith("nothing"):
        return "wrong" if result.values else "right"
    if result.values and result.cik != question.cik:
        return "wrong"
    told: dict[int, list[float]] = {}
    for value in result.values:
        if value.metric != question.metric or value.year not in question.years:
            return "wrong"
        told.setdefault(value.year, []).append(float(value.value))
    for year, values in told.items():
        known = truth.values(question.cik, question.metric, year)
        if known and not all(any(abs(one - other) <= CLOSE * max(1, abs(other)) for other in known) for one in values):
            return "wrong"
    asked = [year for year in question.years if truth.values(question.cik, question.metric, year)]
    return "right" if told and all(year in told for year in asked) else "refused"


def every(truth: Truth) -> Iterator[Question]:
    """Each figure of each filing once, the years of a metric in one question."""
    for one in truth.filings:
        for metric in PHRASES:
            if years := sorted(year for name, year in one.values if name == metric):
                text = f"{one.ticker} {PHRASES[metric][0]} {' and '.join(map(str, years))}"
                yield Question("ratio" if metric in RATIOS else "figure", text, one.cik, metric, years)


def figures(result: MetricResult) -> str:
    """An answer in a line."""
    told = ", ".join(f"{one.metric} {one.year} {one.value} {one.unit}" for one in result.values)
    return told + ("; " if told and result.missing else "") + "; ".join(result.missing)


def gold(reader: CorpusReader, data: Path) -> None:
    """List the questions of others for numbers, with what is answered."""
    for path in sorted((data / "finrag" / "gold").glob("p3_gold_*.json")):
        if "evidence" in path.name:
            continue
        for row in json.loads(path.read_text(encoding="utf-8")):
            text = row.get("question_text", "")
            if re.search(
                r"\b(?:total revenue|net income|operating income|cash flow|earnings per share|revenue)\b", text
            ):
                print(f"{path.stem} {row['question_id']}: {text}\n    {figures(reader.metric(text))}")
    bench = data / "finance-eval" / "financebench"
    for line in (bench / "financebench_open_source.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["question_type"] == "metrics-generated" or row["doc_name"].startswith("AMD_2022"):
            print(
                f"{row['doc_name']}: {row['question']}\n    {row['answer'][:60]!r}: {figures(reader.metric(row['question']))}"
            )


def report(reader: CorpusReader, questions: Sequence[Question], truth: Truth, *, show: bool) -> int:
    """Print counts by kind, and what is not right; return how many are wrong."""
    counts: dict[str, Counter[str]] = {}
    for question in questions:
        result = reader.metric(question.text)
        verdict = judged(question, result, truth)
        counts.setdefault(question.kind, Counter())[verdict] += 1
        if show or verdict != "right":
            known = {year: truth.values(question.cik, question.metric, year) for year in question.years}
            print(f"{verdict}: {question.text}\n    {figures(result)}\n    printed: {question.metric} {known}")
    total: Counter[str] = sum(counts.values(), Counter())
    print(f"{'':32}{'right':>8}{'wrong':>8}{'refused':>8}")
    for kind, found in [*sorted(counts.items()), ("all", total)]:
        print(f"{kind:32}" + "".join(f"{found[name]:8}" for name in ("right", "wrong", "refused")))
    return total["wrong"]


def main() -> None:
    """Ask, and end with 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--data", help="where the archives are unpacked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--gold", action="store_true")
    given = parser.parse_args()
    if not (data := data_folder("sec-10k", given.data)):
        sys.exit("No filings here.")
    read = (read_statements(path) for path in sorted((data / "filings").glob("*.htm")))
    truth = Truth([one for one in read if one and one.values])
    if not truth.filings:
        sys.exit(f"No filings in {data / 'filings'}.")
    settings = load().model_copy(update={"dsn": None, "data_dir": given.database})
    with piperoll.open(settings) as opened:
        reader = opened["f"]
        if given.gold:
            gold(reader, data)
            return
        questions = list(every(truth) if given.every else made(truth, given.count, given.seed))
        sys.exit(1 if report(reader, questions, truth, show=given.list) else 0)


if __name__ == "__main__":
    main()
