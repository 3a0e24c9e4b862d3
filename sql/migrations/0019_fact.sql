-- The numbers that a document reports, as it has tagged them itself (XBRL).

CREATE TABLE fact (
    corpus_id    int NOT NULL,
    version_id   bigint NOT NULL REFERENCES version ON DELETE CASCADE,
    ordinal      int NOT NULL,
    concept      text NOT NULL,
    label        text NOT NULL,
    value        numeric,
    unit         text NOT NULL,
    period_start date,
    period_end   date,
    year         int,
    decimals     int,
    dimensions   jsonb NOT NULL,
    char_start   int,
    char_end     int,
    PRIMARY KEY (version_id, ordinal)
);
CREATE INDEX fact_by_concept ON fact (corpus_id, concept, year);
COMMENT ON COLUMN fact.ordinal IS 'In the order in which the document tags them, from 0.';
COMMENT ON COLUMN fact.concept IS 'Its name in a taxonomy: us-gaap:NetIncomeLoss, or a name of the company''s own.';
COMMENT ON COLUMN fact.label IS 'The first cell of the row that prints it; the name of the concept in words where there is none.';
COMMENT ON COLUMN fact.value IS 'With scale and sign. Null: reported as nil, or not readable.';
COMMENT ON COLUMN fact.period_start IS 'Null: the fact is of one day, period_end.';
COMMENT ON COLUMN fact.year IS 'The fiscal year of the company in which the period ends.';
COMMENT ON COLUMN fact.decimals IS 'To which the value is exact, -6 for millions. Null: to all.';
COMMENT ON COLUMN fact.dimensions IS 'Axes with their members, such as a segment. {}: the whole company.';
COMMENT ON COLUMN fact.char_start IS 'Code points into version.text, from 0; char_end is exclusive. Null: it is not printed.';

CREATE VIEW published_fact AS
SELECT co.name AS corpus, d.key AS document, v.metadata ->> 'cik' AS cik, v.metadata ->> 'ticker' AS ticker,
       v.metadata ->> 'company' AS company, f.year, f.concept, f.label, f.value, f.unit, f.period_start, f.period_end,
       f.dimensions, v.metadata ->> 'accession' AS accession, f.char_start, f.char_end, f.decimals, f.version_id
FROM corpus co
JOIN version v ON v.corpus_id = co.id AND v.from_edition <= co.published_edition
              AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id
JOIN fact f ON f.version_id = v.id AND f.corpus_id = co.id;
COMMENT ON VIEW published_fact IS 'The facts in the published edition of each corpus.';
