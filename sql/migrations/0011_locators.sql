-- What a chunk holds by number and what it repeats leave the metadata for columns with a type, and so does the key of
-- the document that a version amends.

ALTER TABLE chunk
    ADD COLUMN paragraphs int[] NOT NULL DEFAULT '{}',
    ADD COLUMN clauses text[] NOT NULL DEFAULT '{}',
    ADD COLUMN subsections text[] NOT NULL DEFAULT '{}',
    ADD COLUMN overlap int NOT NULL DEFAULT 0;
COMMENT ON COLUMN chunk.paragraphs IS 'Numbers of the paragraphs in it, besides the one that its path names. Readers see it in the metadata, as paragraph_numbers.';
COMMENT ON COLUMN chunk.clauses IS 'Paths of the numbered clauses that begin in it. Readers see it in the metadata.';
COMMENT ON COLUMN chunk.subsections IS 'Labels of the subsections that begin in it. Readers see it in the metadata.';
COMMENT ON COLUMN chunk.overlap IS 'How many characters at its start the chunk before it has too. Readers see it in the metadata.';

-- First, so that the update has fewer indexes to keep.
DROP INDEX chunk_by_paragraph;
DROP INDEX chunk_by_clause;

-- A value that does not have the type of its column, as another profile may have written it, stays in the metadata.
UPDATE chunk
SET paragraphs = CASE WHEN 'paragraph_numbers' = ANY (moved.keys) THEN typed.paragraphs ELSE '{}' END,
    clauses = CASE WHEN 'clauses' = ANY (moved.keys) THEN typed.clauses ELSE '{}' END,
    subsections = CASE WHEN 'subsections' = ANY (moved.keys) THEN typed.subsections ELSE '{}' END,
    overlap = CASE WHEN 'overlap' = ANY (moved.keys) THEN typed.overlap ELSE 0 END,
    metadata = chunk.metadata - moved.keys
FROM chunk AS old
CROSS JOIN LATERAL (
    SELECT ARRAY (
               SELECT number::int
               FROM jsonb_path_query(old.metadata, '$.paragraph_numbers[*] ? (@ >= 0 && @ < 2147483648 && @ == @.floor())') AS number
           ) AS paragraphs,
           ARRAY (
               SELECT path #>> '{}' FROM jsonb_path_query(old.metadata, '$.clauses[*] ? (@.type() == "string")') AS path
               WHERE length(path #>> '{}') <= 500
           ) AS clauses,
           ARRAY (
               SELECT label #>> '{}' FROM jsonb_path_query(old.metadata, '$.subsections[*] ? (@.type() == "string")') AS label
           ) AS subsections,
           coalesce(jsonb_path_query_first(old.metadata, '$.overlap ? (@ > 0 && @ < 2147483648 && @ == @.floor())')::int, 0) AS overlap
) AS typed
CROSS JOIN LATERAL (
    SELECT ARRAY (
        SELECT key
        FROM jsonb_each(jsonb_build_object(
            'paragraph_numbers', typed.paragraphs, 'clauses', typed.clauses, 'subsections', typed.subsections, 'overlap', typed.overlap
        )) AS each (key, value)
        WHERE value NOT IN ('[]', '0') AND value = old.metadata -> key
    ) AS keys
) AS moved
WHERE chunk.id = old.id AND old.metadata ?| '{paragraph_numbers,clauses,subsections,overlap}' AND moved.keys <> '{}';

CREATE INDEX chunk_by_paragraph ON chunk USING gin (paragraphs) WHERE paragraphs <> '{}';
CREATE INDEX chunk_by_clause ON chunk USING gin (clauses) WHERE clauses <> '{}';

ALTER TABLE version ADD COLUMN amends text;
COMMENT ON COLUMN version.amends IS 'Key of the document that this one amends, whether or not the corpus has it.';
DROP INDEX version_by_base_law;
UPDATE version
SET amends = metadata ->> 'baseLawSfs'
WHERE kind = 'SFS_AMENDMENT' AND length(metadata ->> 'baseLawSfs') <= 500;
CREATE INDEX version_by_amended ON version (corpus_id, amends) WHERE amends IS NOT NULL;
