-- Chunks of an edition, and how many of them the edition before it had word for word.
SELECT count(*) FILTER (WHERE v.from_edition = %(edition)s) AS loaded,
       count(*) FILTER (WHERE v.from_edition < %(edition)s) AS kept
FROM chunk c
JOIN version v ON v.id = c.version_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
