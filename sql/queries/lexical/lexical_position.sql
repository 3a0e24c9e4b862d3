-- The newest edition that an index covers, and the last version that is in a segment for a later edition.
SELECT i.edition, coalesce((
    SELECT max(last_version) FROM lexical_segment s
    WHERE s.corpus_id = i.corpus_id AND s.analysis = i.analysis AND s.edition > i.edition
), 0)
FROM lexical_index i
WHERE i.corpus_id = %(corpus)s AND i.analysis = %(analysis)s
