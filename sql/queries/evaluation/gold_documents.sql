-- The versions, in all editions, of the documents that a gold set names by key or by source path; `member` is true for
-- versions of this edition.
WITH named AS (
    SELECT n.name, v.id
    FROM unnest(%(names)s::text[]) AS n (name)
    JOIN document d ON d.corpus_id = %(corpus)s AND d.key = n.name
    JOIN version v ON v.document_id = d.id
    UNION
    SELECT n.name, v.id
    FROM unnest(%(names)s::text[]) AS n (name)
    JOIN version v ON v.corpus_id = %(corpus)s AND v.source = n.name
)
SELECT named.name, named.id, v.source,
       v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s) AS member
FROM named
JOIN version v USING (id)
ORDER BY v.source COLLATE "C", v.ordinal, v.id
