-- What some versions that can be found are called.
SELECT v.id, array[d.key, v.title, v.source] || ARRAY(
    SELECT found #>> '{}'
    FROM jsonb_path_query(v.metadata, 'lax $.*[*] ? (@.type() == "string")') AS found
)
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.id = ANY (%(versions)s)
  AND v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
