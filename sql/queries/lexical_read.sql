-- In one view: every segment of the index with the column that changes (term null), and its postings of some terms.
SELECT s.id, NULL AS term, NULL::bytea AS places, s.until AS counts
FROM lexical_segment s
WHERE s.corpus_id = %(corpus)s AND s.analysis = %(analysis)s
UNION ALL
SELECT s.id, p.term, p.places, p.counts
FROM lexical_segment s
JOIN posting p ON p.segment_id = s.id AND p.term = ANY (%(terms)s)
WHERE s.corpus_id = %(corpus)s AND s.analysis = %(analysis)s
