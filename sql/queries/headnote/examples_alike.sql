-- The examples for some judgments: first those alike, then those of its court, then others, in the order of likeness. How
-- alike two are is the cosine of the vector of the example and the mean vector of the judgment's chunks; they are called
-- alike if that is so much above the mean over all examples as is usual between them.
WITH judgment AS (
    SELECT id, key, court
    FROM unnest(%(versions)s::bigint[], %(keys)s::text[], %(courts)s::text[]) AS given (id, key, court)
), meant AS (
    SELECT c.version_id AS id, avg(e.vector) AS vector
    FROM chunk c
    JOIN {vectors} e ON e.text_hash = c.text_hash
    WHERE c.version_id = ANY (%(versions)s) AND c.role <> ALL (%(beside)s)
    GROUP BY c.version_id
), compared AS (
    SELECT j.id, h.hash, h.citation, h.court, h.body, h.court = j.court AS same_court,
           1 - (h.vector::halfvec <=> m.vector) AS similarity
    FROM judgment j
    JOIN headnote_corpus h ON h.corpus_id = %(corpus)s AND h.citation <> j.key
    LEFT JOIN meant m ON m.id = j.id AND h.backend = %(backend)s
), ranked AS (
    SELECT *, similarity >= avg(similarity) OVER (PARTITION BY id)
                          + %(alike)s * nullif(stddev(similarity) OVER (PARTITION BY id), 0) AS alike
    FROM compared
), placed AS (
    SELECT *, row_number() OVER (PARTITION BY id ORDER BY coalesce(alike, false) DESC,
                                 CASE WHEN alike THEN true ELSE same_court END DESC,
                                 similarity DESC NULLS LAST, hash) AS place
    FROM ranked
)
SELECT id, citation, court, body, similarity
FROM placed
WHERE place <= %(most)s
ORDER BY id, place
