-- The bytes of all texts of an edition; chunks with equal text share one.
SELECT coalesce(sum(bytes), 0)::bigint
FROM (
    SELECT DISTINCT ON (c.text_hash) octet_length(c.header) + octet_length(c.prefix) + octet_length(c.content) AS bytes
    FROM chunk c
    JOIN version v ON v.id = c.version_id
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s
      AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
    ORDER BY c.text_hash
) AS texts
