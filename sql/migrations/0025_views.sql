-- The published editions as people read them from psql and other programs: documents, chunks, citations.

CREATE VIEW published_document AS
SELECT co.name AS corpus, co.published_edition AS edition, d.key AS document, v.source, v.title, v.kind, v.status,
       v.valid_from, CASE WHEN v.valid_to_estimated THEN coalesce((
    SELECT min(act.valid_from)
    FROM document repealing
    JOIN version act ON act.document_id = repealing.id
    WHERE repealing.corpus_id = v.corpus_id AND repealing.key = v.repealed_by
      AND NOT act.valid_from_estimated
      AND act.from_edition <= co.published_edition
      AND (act.to_edition IS NULL OR act.to_edition > co.published_edition)
), v.valid_to) ELSE v.valid_to END AS valid_to,
       v.repealed_by, v.amends, v.metadata, v.text, v.id AS version_id
FROM corpus co
JOIN version v ON v.corpus_id = co.id
  AND v.from_edition <= co.published_edition
  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id;
COMMENT ON VIEW published_document IS 'The documents in the published edition of each corpus; several rows of one document are its wordings over time.';
COMMENT ON COLUMN published_document.valid_to IS 'Exclusive; the day on which the repealing act entered into force, where only that act is known.';
COMMENT ON COLUMN published_document.text IS 'The stored text. Ranges of chunks, citations and facts are code points into it, from 0.';

CREATE VIEW published_chunk AS
SELECT co.name AS corpus, co.published_edition AS edition, d.key AS document, v.source, v.title, c.path, c.role, c.parent,
       c.header, c.content, c.char_start, c.char_end, c.tokens,
       coalesce(c.valid_from, v.valid_from) AS valid_from,
       coalesce(c.valid_to, CASE WHEN v.valid_to_estimated THEN coalesce((
    SELECT min(act.valid_from)
    FROM document repealing
    JOIN version act ON act.document_id = repealing.id
    WHERE repealing.corpus_id = v.corpus_id AND repealing.key = v.repealed_by
      AND NOT act.valid_from_estimated
      AND act.from_edition <= co.published_edition
      AND (act.to_edition IS NULL OR act.to_edition > co.published_edition)
), v.valid_to) ELSE v.valid_to END) AS valid_to,
       c.in_force AS is_law,
       (c.metadata || jsonb_strip_nulls(jsonb_build_object(
    'paragraph_numbers', CASE WHEN c.paragraphs <> '{}' THEN to_jsonb(c.paragraphs) END,
    'clauses', CASE WHEN c.clauses <> '{}' THEN to_jsonb(c.clauses) END,
    'subsections', CASE WHEN c.subsections <> '{}' THEN to_jsonb(c.subsections) END,
    'overlap', nullif(c.overlap, 0)
))) AS metadata, c.ordinal, c.id AS chunk_id, v.id AS version_id
FROM corpus co
JOIN version v ON v.corpus_id = co.id
  AND v.from_edition <= co.published_edition
  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id
JOIN chunk c ON c.version_id = v.id AND c.corpus_id = co.id;
COMMENT ON VIEW published_chunk IS 'The chunks in the published edition of each corpus.';
COMMENT ON COLUMN published_chunk.is_law IS 'False: the text says of itself that it is law on no known day.';
COMMENT ON COLUMN published_chunk.char_end IS 'Exclusive: substr(published_document.text, char_start + 1, char_end - char_start) = content.';

CREATE VIEW cites AS
SELECT co.name AS corpus, co.published_edition AS edition, d.key AS document, c.path, ci.char_start, ci.char_end,
       CASE WHEN c.id IS NULL THEN substr(v.text, ci.char_start + 1, ci.char_end - ci.char_start)
            ELSE substr(c.content, ci.char_start - c.char_start + 1, ci.char_end - ci.char_start) END AS printed,
       ci.kind, ci.target AS cited, ci.target_path AS cited_path,
       EXISTS (
           SELECT FROM document t
           JOIN version v ON v.document_id = t.id
           WHERE t.corpus_id = co.id AND t.key = ci.target AND v.corpus_id = co.id
           AND v.from_edition <= co.published_edition
           AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
       ) AS resolved,
       ci.ordinal, v.id AS version_id
FROM corpus co
JOIN version v ON v.corpus_id = co.id
  AND v.from_edition <= co.published_edition
  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id
JOIN citation ci ON ci.version_id = v.id AND ci.corpus_id = co.id AND ci.target <> ''
LEFT JOIN chunk c ON c.id = ci.chunk_id
UNION ALL
SELECT co.name, co.published_edition, d.key, c.path, ci.char_start, ci.char_end,
       CASE WHEN c.id IS NULL THEN substr(v.text, ci.char_start + 1, ci.char_end - ci.char_start)
            ELSE substr(c.content, ci.char_start - c.char_start + 1, ci.char_end - ci.char_start) END,
       ci.kind, d.key, ci.target_path, true, ci.ordinal, v.id
FROM corpus co
JOIN version v ON v.corpus_id = co.id
  AND v.from_edition <= co.published_edition
  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id
JOIN citation ci ON ci.version_id = v.id AND ci.corpus_id = co.id AND ci.target = ''
LEFT JOIN chunk c ON c.id = ci.chunk_id;
COMMENT ON VIEW cites IS 'The citations in the published edition of each corpus: from a range of a document to what it names.';
COMMENT ON COLUMN cites.path IS 'The chunk that it stands in. Null: in a range that was set aside.';
COMMENT ON COLUMN cites.cited IS 'Key of the document that is cited, whether or not the corpus has it.';
COMMENT ON COLUMN cites.resolved IS 'Whether the edition has the document that is cited.';

-- What is valid on a day, by the rules of a search: see sql/fragments/version_seen.sql, which a test compares.
CREATE FUNCTION published_document_on(day date) RETURNS SETOF published_document LANGUAGE sql STABLE BEGIN ATOMIC
SELECT p.*
FROM corpus co
JOIN version v ON v.corpus_id = co.id
JOIN published_document p ON p.version_id = v.id AND p.corpus = co.name
WHERE
      v.corpus_id = co.id
  AND v.from_edition <= co.published_edition
  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
  AND (v.valid_from IS NULL OR v.valid_from <= day)
  AND (v.valid_to IS NULL OR CASE WHEN v.valid_to_estimated THEN coalesce((
    SELECT min(act.valid_from)
    FROM document repealing
    JOIN version act ON act.document_id = repealing.id
    WHERE repealing.corpus_id = v.corpus_id AND repealing.key = v.repealed_by
      AND NOT act.valid_from_estimated
      AND act.from_edition <= co.published_edition
      AND (act.to_edition IS NULL OR act.to_edition > co.published_edition)
), v.valid_to) ELSE v.valid_to END > day)
  AND NOT EXISTS (
      SELECT FROM version later
      WHERE later.document_id = v.document_id AND later.id <> v.id
        AND later.valid_from >= v.valid_from AND later.valid_from <= day
        AND (later.valid_from > v.valid_from OR later.metadata ->> 'version' > v.metadata ->> 'version')
        AND NOT (v.valid_from_estimated OR later.valid_from_estimated)
        AND later.from_edition <= co.published_edition
        AND (later.to_edition IS NULL OR later.to_edition > co.published_edition)
        AND (later.status = 'chunked' OR later.status = 'no_body' AND later.metadata ? 'version' AND NOT EXISTS (
            SELECT FROM version again
            WHERE again.document_id = later.document_id AND again.status = 'chunked'
              AND again.valid_from > later.valid_from
              AND again.from_edition <= co.published_edition
              AND (again.to_edition IS NULL OR again.to_edition > co.published_edition)
        ))
  )
  AND NOT EXISTS (
      -- Another file has it that the document was repealed.
      SELECT FROM version ended
      WHERE ended.document_id = v.document_id AND ended.repealed_by IS NOT NULL AND v.repealed_by IS NULL
        AND ended.valid_to <= day AND (v.valid_from IS NULL OR v.valid_from < ended.valid_to)
        AND ended.from_edition <= co.published_edition
        AND (ended.to_edition IS NULL OR ended.to_edition > co.published_edition)
  );
END;
COMMENT ON FUNCTION published_document_on IS 'The documents as they are in force on a day.';

CREATE FUNCTION published_chunk_on(day date) RETURNS SETOF published_chunk LANGUAGE sql STABLE BEGIN ATOMIC
SELECT c.*
FROM published_chunk c
JOIN published_document_on(day) p ON p.version_id = c.version_id AND p.corpus = c.corpus
WHERE c.is_law AND (c.valid_from IS NULL OR c.valid_from <= day) AND (c.valid_to IS NULL OR c.valid_to > day);
END;
COMMENT ON FUNCTION published_chunk_on IS 'The chunks as they are in force on a day.';
