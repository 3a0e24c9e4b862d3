-- The editions of a corpus, oldest first.
SELECT e.number, e.state, e.run_id AS run, e.created_at, e.built_at, e.published_at, e.counts,
       e.number = c.published_edition AS published
FROM edition e
JOIN corpus c ON c.id = e.corpus_id
WHERE e.corpus_id = %(corpus)s
ORDER BY e.number
