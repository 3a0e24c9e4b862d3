-- Whether any version of the edition has this field in its metadata, and whether any chunk of one has it. The typed
-- columns of chunks are read only if one of them is shown as this field, which a chunk with all of them tells.
WITH typed AS MATERIALIZED (
    SELECT {chunk_locators} ? %(key)s AS shown
    FROM (VALUES ('{1}'::int[], '{1}'::text[], '{1}'::text[], 1)) AS c (paragraphs, clauses, subsections, overlap)
)
SELECT EXISTS (
    SELECT FROM version v
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND v.metadata ? %(key)s
), EXISTS (
    SELECT FROM version v
    JOIN chunk c ON c.version_id = v.id
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND (c.metadata ? %(key)s OR (SELECT shown FROM typed) AND {chunk_locators} ? %(key)s)
)
