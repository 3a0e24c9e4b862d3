-- The triplets of some chunks, in the order of the text.
SELECT chunk_id, char_start AS start, char_end AS "end", subject, predicate, object, made_by
FROM triplet
WHERE chunk_id = ANY (%(chunks)s)
ORDER BY chunk_id, char_start, made_by, ordinal
