-- Chunks that share words with the query. Each word counts by how often it stands in the chunk, for its length,
-- and the more the fewer chunks of the edition have it (inverse document frequency), so that a rare word decides.
WITH word AS (
    SELECT to_tsquery('simple', quoted) AS wanted, position
    FROM unnest(%(words)s::text[]) WITH ORDINALITY AS w (quoted, position)
),
found AS MATERIALIZED (
    SELECT c.id, word.position, ts_rank(c.lexemes, word.wanted, 1) AS weight
    FROM word
    JOIN chunk c ON c.lexemes @@ word.wanted AND c.corpus_id = %(corpus)s
    JOIN version v ON v.id = c.version_id
    WHERE {filter}
),
rarity AS (
    SELECT position, ln(1 + (%(chunks)s::float8 + 0.5) / count(*)) AS idf FROM found GROUP BY position
)
SELECT id, sum(weight * idf) AS score
FROM found
JOIN rarity USING (position)
GROUP BY id
ORDER BY score DESC, id
LIMIT %(pool)s
