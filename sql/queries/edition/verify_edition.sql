-- Every version of an edition with its text, its set-aside ranges and the ranges, texts and paths of its chunks.
SELECT d.key AS document, v.source, v.text, v.set_aside,
       coalesce(c.ranges, '{}') AS starts, coalesce(c.ends, '{}') AS ends, coalesce(c.contents, '{}') AS contents,
       coalesce(c.paths, '{}') AS paths
FROM version v
JOIN document d ON d.id = v.document_id
LEFT JOIN LATERAL (
    SELECT array_agg(char_start ORDER BY ordinal) AS ranges, array_agg(char_end ORDER BY ordinal) AS ends,
           array_agg(content ORDER BY ordinal) AS contents, array_agg(path ORDER BY ordinal) AS paths
    FROM chunk WHERE version_id = v.id
) c ON true
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition BETWEEN %(since)s AND %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
ORDER BY v.source COLLATE "C", v.ordinal
