-- In one view: up to which edition an index can be searched, with each of its segments and the column of it that changes
-- (term null; the segment too where there is none), and the postings of some terms.
SELECT i.edition, s.id, NULL AS term, NULL::bytea AS places, s.until AS counts
FROM lexical_index i
LEFT JOIN lexical_segment s ON s.corpus_id = i.corpus_id AND s.analysis = i.analysis
WHERE i.corpus_id = %(corpus)s AND i.analysis = %(analysis)s
UNION ALL
SELECT 0, s.id, p.term, p.places, p.counts
FROM lexical_segment s
JOIN posting p ON p.segment_id = s.id AND p.term = ANY (%(terms)s)
WHERE s.corpus_id = %(corpus)s AND s.analysis = %(analysis)s
