-- One page of the texts of an edition, or of some of its files, without a vector in the embedding table of the corpus,
-- ordered by hash.
SELECT DISTINCT ON (c.text_hash) c.text_hash, c.header, c.prefix, c.content
FROM chunk c
JOIN version v ON v.id = c.version_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (%(sources)s::text[] IS NULL OR v.source = ANY (%(sources)s))
  AND NOT EXISTS (SELECT FROM {vectors} e WHERE e.text_hash = c.text_hash)
  AND c.text_hash > %(after)s
ORDER BY c.text_hash
LIMIT %(page)s
