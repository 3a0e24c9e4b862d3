-- The names of some versions (key, title, source, metadata) and their texts.
SELECT v.id, array[d.key, v.title, v.source] || ARRAY(
    SELECT found #>> '{}'
    FROM jsonb_path_query(v.metadata, 'lax $.*[*] ? (@.type() == "string")') AS found
), v.text
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.id = ANY (%(versions)s)
ORDER BY v.id
