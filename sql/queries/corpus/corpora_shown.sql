-- Every corpus with its published edition.
SELECT c.name, c.profile, c.language, c.backend, c.published_edition, e.published_at, coalesce(e.counts, '{}') AS counts
FROM corpus c
LEFT JOIN edition e ON e.corpus_id = c.id AND e.number = c.published_edition
ORDER BY c.name COLLATE "C"
