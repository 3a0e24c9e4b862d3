-- The number of statements of headnotes in an edition, and how many name a place that their version does not have.
WITH member AS MATERIALIZED (
    SELECT id
    FROM version
    WHERE corpus_id = %(corpus)s
      AND from_edition BETWEEN %(since)s AND %(edition)s
      AND (to_edition IS NULL OR to_edition > %(edition)s)
)
SELECT count(*), count(*) FILTER (WHERE EXISTS (
    SELECT FROM jsonb_to_recordset(h.supports) AS s (path text, start int, "end" int)
    WHERE s.start >= s."end" OR NOT EXISTS (
        SELECT FROM chunk c
        WHERE c.version_id = v.id AND c.path = s.path AND c.char_start <= s.start AND s."end" <= c.char_end
    )
))
FROM member v
JOIN headnote h ON h.version_id = v.id
