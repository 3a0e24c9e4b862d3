-- The documents that amend another, newest first: by the year in their keys, then by the number, as numbers.
SELECT d.key AS document, v.title, v.source, v.valid_from
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND v.amends = %(key)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
ORDER BY substring(d.key from '(\d{4}):')::int DESC, substring(d.key from ':(\d+)')::int DESC, d.key
