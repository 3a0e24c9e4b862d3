"""Tell the tables that are the main statements of a filing from those of its notes, by the concepts in them.

A concept that a company prints in a note may be another thing than the line of its statements that has the same tag:
"Charge for purchase of in-process research" is tagged as research and development.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from piperoll.search import metric_table

Row = Mapping[str, Any]
RESULT = ("us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss")
TAX = (
    "us-gaap:IncomeTaxExpenseBenefit",
    "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
    "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
)
ABOVE = (
    "us-gaap:OperatingIncomeLoss", "us-gaap:CostsAndExpenses", "us-gaap:OperatingExpenses", "us-gaap:GrossProfit",
    "us-gaap:InterestExpense", "us-gaap:EarningsPerShareBasic", "us-gaap:EarningsPerShareDiluted",
    "us-gaap:EarningsPerShareBasicAndDiluted", "us-gaap:Revenues",
)  # fmt: skip
BALANCE = (
    ("us-gaap:Assets", "us-gaap:LiabilitiesAndStockholdersEquity"),
    ("us-gaap:AssetsCurrent", "us-gaap:LiabilitiesCurrent", "us-gaap:Liabilities", "us-gaap:StockholdersEquity",
     "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"),
)  # fmt: skip
CASH = (
    ("us-gaap:NetCashProvidedByUsedInOperatingActivities", "us-gaap:NetCashProvidedByUsedInInvestingActivities",
     "us-gaap:NetCashProvidedByUsedInFinancingActivities"),
)  # fmt: skip
STATEMENTS: Mapping[str, Sequence[Sequence[str]]] = {"income": (RESULT, TAX, ABOVE), "balance": BALANCE, "cash": CASH}
"""A table is a statement where it has one concept of each group."""


def statement_concepts() -> set[str]:
    """Return the concepts by which the statements are known."""
    return {concept for groups in STATEMENTS.values() for group in groups for concept in group}


def in_statements(rows: Iterable[Row]) -> list[Row]:
    """Return the facts with ``statements``, which of them print each, and without those that only a note prints.

    A fact is kept where its filing has no statement that should print it.

    Args:
        rows: facts of one company, in the order of their filings.
    """
    statement_of = {
        concept: metric.statement for metric in metric_table.metrics().values() for concept in metric.concepts
    }
    kept: list[Row] = []
    for _, filing in groupby(rows, key=lambda row: row["document"]):
        own = list(filing)
        tables = {name: _tables(groups, own) for name, groups in STATEMENTS.items()}
        for row in own:
            wanted = statement_of.get(row["concept"], "")
            statements = {name for name, those in tables.items() if row["printed_in"] in those}
            if not tables.get(wanted) or wanted in statements:
                kept.append({**row, "statements": statements})
    return kept


def _tables(groups: Sequence[Sequence[str]], rows: Iterable[Row]) -> set[str]:
    """Return the tables that have a concept of each group."""
    concepts: dict[str, set[str]] = {}
    for row in rows:
        if row["printed_in"]:
            concepts.setdefault(row["printed_in"], set()).add(row["concept"])
    return {table for table, known in concepts.items() if all(known.intersection(group) for group in groups)}
