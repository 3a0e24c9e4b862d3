-- How many facts an edition has, and how many of them stand outside their text.
WITH member AS MATERIALIZED (
    SELECT id, length(text) AS characters
    FROM version
    WHERE corpus_id = %(corpus)s
      AND from_edition BETWEEN %(since)s AND %(edition)s
      AND (to_edition IS NULL OR to_edition > %(edition)s)
)
SELECT count(*), count(*) FILTER (WHERE f.char_end > v.characters OR f.char_start >= f.char_end)
FROM member v
JOIN fact f ON f.version_id = v.id
