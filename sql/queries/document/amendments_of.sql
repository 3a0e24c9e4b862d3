-- Amending acts of a statute, newest first: by year, then by number, as numbers.
SELECT d.key AS document, v.title, v.source, v.valid_from
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND left(v.metadata ->> 'baseLawSfs', 64) = %(statute)s
  AND v.kind = 'SFS_AMENDMENT'
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
ORDER BY substring(d.key from '(\d{4}):')::int DESC, substring(d.key from ':(\d+)')::int DESC, d.key
