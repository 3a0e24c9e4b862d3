-- The evaluations of a corpus, by edition, oldest first.
SELECT edition, gold, settings ->> 'mode' AS mode, code, queries, metrics, created_at
FROM evaluation
WHERE corpus_id = %(corpus)s
ORDER BY edition, id
