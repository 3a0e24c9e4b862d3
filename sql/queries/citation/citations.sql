-- Citations in chunks or versions of an edition, or of a document, each with the version that it points at, if the
-- edition has one: the one that is seen on the day, else the last that was. What is printed comes from the chunk: a whole text is long to take apart.
SELECT ci.chunk_id, v.id AS version_id, d.key AS document, v.title, c.path, ci.char_start AS start, ci.char_end AS "end",
       CASE WHEN c.id IS NULL THEN substr(v.text, ci.char_start + 1, ci.char_end - ci.char_start)
            ELSE substr(c.content, ci.char_start - c.char_start + 1, ci.char_end - ci.char_start) END AS text,
       ci.kind, ci.target, ci.target_path,
       CASE WHEN ci.target = '' THEN v.id ELSE cited.id END AS cited_version,
       CASE WHEN ci.target = '' THEN d.key ELSE cited.key END AS cited_document
FROM citation ci
JOIN version v ON v.id = ci.version_id
JOIN document d ON d.id = v.document_id
LEFT JOIN chunk c ON c.id = ci.chunk_id
LEFT JOIN LATERAL (
    SELECT v.id, target.key
    FROM document target
    JOIN version v ON v.document_id = target.id
    WHERE target.corpus_id = %(corpus)s AND target.key = ci.target AND ci.target <> ''
      AND {version_member} AND (v.valid_from IS NULL OR v.valid_from <= %(day)s)
    ORDER BY ({version_seen}) DESC, v.status = 'chunked' DESC, v.valid_from DESC NULLS LAST, v.id
    LIMIT 1
) cited ON true
WHERE {which}
ORDER BY d.key COLLATE "C", v.valid_from DESC NULLS LAST, ci.version_id, ci.ordinal
