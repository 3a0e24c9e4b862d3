-- The indexes of words of each corpus with a published edition: the analysis, the newest edition covered, and the
-- chunks.
SELECT c.name AS corpus, c.language, c.published_edition, i.analysis, coalesce(i.edition, 0) AS edition,
       (SELECT coalesce(sum(octet_length(s.chunks)) / 8, 0)::bigint
        FROM lexical_segment s WHERE s.corpus_id = i.corpus_id AND s.analysis = i.analysis) AS chunks
FROM corpus c
LEFT JOIN lexical_index i ON i.corpus_id = c.id
WHERE c.published_edition > 0
ORDER BY c.name, i.analysis
