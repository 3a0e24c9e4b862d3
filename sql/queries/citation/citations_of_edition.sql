-- How many citations an edition has, and how many of them stand outside their chunk or their text.
WITH member AS MATERIALIZED (
    SELECT id, length(text) AS characters
    FROM version
    WHERE corpus_id = %(corpus)s
      AND from_edition BETWEEN %(since)s AND %(edition)s
      AND (to_edition IS NULL OR to_edition > %(edition)s)
)
SELECT count(*), count(*) FILTER (
    WHERE ci.char_end > v.characters
       OR (c.id IS NOT NULL AND (ci.char_start < c.char_start OR ci.char_end > c.char_end))
)
FROM member v
JOIN citation ci ON ci.version_id = v.id
LEFT JOIN chunk c ON c.id = ci.chunk_id
