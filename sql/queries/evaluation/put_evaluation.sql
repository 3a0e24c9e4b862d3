-- Add an evaluation; its queries follow in the same transaction.
INSERT INTO evaluation (corpus_id, edition, backend, gold, gold_hash, settings, code, queries, metrics, sets)
VALUES (%(corpus)s, %(edition)s, %(backend)s, %(gold)s, %(gold_hash)s, %(settings)s, %(code)s, %(queries)s, %(metrics)s,
        %(sets)s)
RETURNING id
