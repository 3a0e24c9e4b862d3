-- How much room the postings of terms take in the index: the rarer a term, the less.
SELECT p.term, sum(octet_length(p.counts))::bigint
FROM lexical_segment s
JOIN posting p ON p.segment_id = s.id AND p.term = ANY (%(terms)s::text[])
WHERE s.corpus_id = %(corpus)s AND s.analysis = %(analysis)s
GROUP BY p.term
