-- Give a corpus its gate, in place of the one that it has.
INSERT INTO gate (corpus_id, gold, gold_hash, queries, metric, margin)
VALUES (%(corpus)s, %(gold)s, %(gold_hash)s, %(queries)s, %(metric)s, %(margin)s)
ON CONFLICT (corpus_id) DO UPDATE
SET gold = excluded.gold, gold_hash = excluded.gold_hash, queries = excluded.queries, metric = excluded.metric,
    margin = excluded.margin, set_at = now()
