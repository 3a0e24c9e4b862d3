-- The number of triplets in an edition, and how many of them lie outside their chunk or their text.
WITH member AS MATERIALIZED (
    SELECT id, length(text) AS characters
    FROM version
    WHERE corpus_id = %(corpus)s
      AND from_edition BETWEEN %(since)s AND %(edition)s
      AND (to_edition IS NULL OR to_edition > %(edition)s)
)
SELECT count(*), count(*) FILTER (
    WHERE t.char_end > v.characters OR t.char_start >= t.char_end
       OR t.char_start < c.char_start OR t.char_end > c.char_end OR c.version_id <> v.id
)
FROM member v
JOIN triplet t ON t.version_id = v.id
JOIN chunk c ON c.id = t.chunk_id
