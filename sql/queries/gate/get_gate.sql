-- The gate of a corpus; no row: it has none.
SELECT gold, gold_hash, queries, metric, margin FROM gate WHERE corpus_id = %(corpus)s
