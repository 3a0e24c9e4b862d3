"""Leave out schedules that a list of a clause names, where the numbers of the clauses run on behind them."""

from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import Candidate


def without_cited_schedules(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without each schedule that stands between 1.4 and 1.5, or behind a colon between 3 and 4.

    "1.4 These schedules are attached: Schedule A Lamps", and "1.5" below it, which is none of the schedule. Nor is "The
    Schedule", which has no number, one between 3 and 4.
    """
    kept: list[Candidate] = []
    last: tuple[int, ...] = ()
    waiting = -1
    for one in candidates:
        label = one.label
        if label is not None and label.family == "schedule":
            waiting = len(kept) if waiting < 0 and last else -1
        elif label is not None and label.family in ("number", "section") and label.values:
            schedule = kept[waiting].label if waiting >= 0 else None
            bare = schedule is not None and not any("-" in part for part in schedule.parts)
            named = waiting >= 0 and (len(last) > 1 or kept[waiting].led or bare)  # its own first number may be unseen
            if named and label.values == (*last[:-1], last[-1] + 1):
                del kept[waiting]
            last, waiting = label.values, -1
        kept.append(one)
    return kept
