-- The documents of an edition that amend another, and those with given keys; with their text, unless they have chunks.
SELECT DISTINCT ON (d.key COLLATE "C") d.key AS document, v.title,
       CASE WHEN NOT v.valid_from_estimated THEN v.valid_from END AS date,
       CASE WHEN v.status = 'not_chunked' THEN v.text END AS text
FROM (
    SELECT id FROM version WHERE corpus_id = %(corpus)s AND amends = ANY (%(keys)s)
    UNION
    SELECT version.id
    FROM document
    JOIN version ON version.document_id = document.id
    WHERE document.corpus_id = %(corpus)s AND document.key = ANY (%(acts)s)
) AS act
JOIN version v USING (id)
JOIN document d ON d.id = v.document_id
WHERE {version_member}
ORDER BY d.key COLLATE "C", v.status = 'not_chunked' DESC, v.valid_from DESC NULLS LAST, v.id
