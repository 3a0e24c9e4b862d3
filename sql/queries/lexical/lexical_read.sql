-- In one view of the index: rows with a null term have the newest edition that it covers, each segment and the editions
-- in which its versions left (segment null if there is none); the other rows have the postings of these terms.
SELECT i.edition, s.id, NULL AS term, NULL::bytea AS places, s.until AS counts
FROM lexical_index i
LEFT JOIN lexical_segment s ON s.corpus_id = i.corpus_id AND s.analysis = i.analysis
WHERE i.corpus_id = %(corpus)s AND i.analysis = %(analysis)s
UNION ALL
SELECT 0, s.id, p.term, p.places, p.counts
FROM lexical_segment s
JOIN posting p ON p.segment_id = s.id AND p.term = ANY (%(terms)s)
WHERE s.corpus_id = %(corpus)s AND s.analysis = %(analysis)s
