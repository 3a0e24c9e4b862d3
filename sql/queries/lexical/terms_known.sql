-- Those of some terms that any segment of the index of words has.
SELECT DISTINCT p.term
FROM lexical_segment s
JOIN posting p ON p.segment_id = s.id
WHERE s.corpus_id = %(corpus)s AND p.term = ANY (%(terms)s)
