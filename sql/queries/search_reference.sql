-- Chunks whose path the query names, in documents whose title shares a word with it, best title first.
SELECT c.id, ts_rank(t.title, q.any_word, 1) AS score
FROM chunk c
JOIN version v ON v.id = c.version_id,
     LATERAL (SELECT to_tsvector(%(language)s::regconfig, v.title) AS title) t,
     (SELECT to_tsquery('simple', %(any_word)s) AS any_word) q
WHERE c.corpus_id = %(corpus)s
  AND c.path = ANY (%(paths)s)
  AND t.title @@ q.any_word
  AND {filter}
ORDER BY score DESC, length(v.title), c.id
LIMIT %(pool)s
