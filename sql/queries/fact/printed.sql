-- What stands at places of documents, and in which chunk: how figures are printed.
SELECT wanted.place, substr(v.text, wanted.first + 1, wanted.last - wanted.first) AS printed, c.path
FROM unnest(%(documents)s::text[], %(firsts)s::int[], %(lasts)s::int[]) WITH ORDINALITY
     AS wanted (document, first, last, place)
JOIN document d ON d.corpus_id = %(corpus)s AND d.key = wanted.document
JOIN version v ON v.document_id = d.id
LEFT JOIN LATERAL (
    SELECT c.path
    FROM chunk c
    WHERE c.version_id = v.id AND c.char_start <= wanted.first AND c.char_end >= wanted.last
    ORDER BY c.ordinal
    LIMIT 1
) c ON true
WHERE {version_member}
ORDER BY wanted.place, v.id
