-- The number of chunks of an edition, or of some of its files, how many of them have no vector, how many texts those
-- have, and how many bytes the texts of these chunks.
SELECT count(*) AS chunks, count(*) FILTER (WHERE e.text_hash IS NULL) AS without,
       count(DISTINCT c.text_hash) FILTER (WHERE e.text_hash IS NULL) AS texts,
       coalesce(sum(octet_length(c.header) + octet_length(c.prefix) + octet_length(c.content))
                FILTER (WHERE e.text_hash IS NULL), 0)::bigint AS bytes
FROM version v
JOIN chunk c ON c.version_id = v.id
LEFT JOIN {vectors} e ON e.text_hash = c.text_hash
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (%(sources)s::text[] IS NULL OR v.source = ANY (%(sources)s))
