"""temp"""

from piperoll.corpora.citations import american, clauses


def rows(t, own):
    out = [dict(start=c.start, end=c.end, kind=c.kind, target=c.target, path=c.path) for c in american.find(t)]
    for r in clauses.find(t, own=own):
        out.append(
            dict(start=r.start, end=r.end, kind="document" if r.of else "internal", target=r.of, path="", label=r.label)
        )
    return out
