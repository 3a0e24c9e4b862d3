-- Whose filings a corpus has, and what the Items of Form 10-K are: views of the published editions, and one small table.

CREATE TABLE form_section (
    ordinal     int NOT NULL,
    code        text PRIMARY KEY,
    part        text NOT NULL,
    canonical   text NOT NULL,
    category    text NOT NULL,
    description text NOT NULL
);
COMMENT ON TABLE form_section IS 'The Items of Form 10-K.';
COMMENT ON COLUMN form_section.code IS 'As in the path of a chunk: ITEM_1A.';
COMMENT ON COLUMN form_section.canonical IS 'The title on the form of today.';
INSERT INTO form_section (ordinal, code, part, canonical, category, description) VALUES
    (0, 'ITEM_1', 'I', 'Business', 'business', 'Products, services, customers, competition, employees and strategy'),
    (1, 'ITEM_1A', 'I', 'Risk Factors', 'risk', 'What may go wrong for the company and for those who hold its securities'),
    (2, 'ITEM_1B', 'I', 'Unresolved Staff Comments', 'regulator', 'Comments of the SEC''s staff that are not settled'),
    (3, 'ITEM_1C', 'I', 'Cybersecurity', 'risk', 'How risks from cybersecurity are managed and overseen'),
    (4, 'ITEM_2', 'I', 'Properties', 'business', 'Plants, offices, mines and other property'),
    (5, 'ITEM_3', 'I', 'Legal Proceedings', 'legal', 'Lawsuits and proceedings of authorities that are pending'),
    (6, 'ITEM_4', 'I', 'Mine Safety Disclosures', 'legal', 'Safety of mines; until 2009 what was put to a vote of shareholders'),
    (7, 'ITEM_4A', 'I', 'Executive Officers of the Registrant', 'governance', 'Who the executive officers are, in filings that give them this number'),
    (8, 'ITEM_5', 'II', 'Market for Registrant''s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities', 'market', 'Where the shares are traded, dividends, and shares that the company bought back'),
    (9, 'ITEM_6', 'II', '[Reserved]', 'financial', 'Five years of selected figures; reserved since 2021'),
    (10, 'ITEM_7', 'II', 'Management''s Discussion and Analysis of Financial Condition and Results of Operations', 'financial', 'Management on results, liquidity and capital resources (MD&A)'),
    (11, 'ITEM_7A', 'II', 'Quantitative and Qualitative Disclosures About Market Risk', 'risk', 'What interest rates, currencies and prices may cost'),
    (12, 'ITEM_8', 'II', 'Financial Statements and Supplementary Data', 'financial', 'Balance sheets, statements of income and cash flows, and their notes'),
    (13, 'ITEM_9', 'II', 'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure', 'regulator', 'A change of auditors, and disagreements with them'),
    (14, 'ITEM_9A', 'II', 'Controls and Procedures', 'governance', 'Controls over disclosure and over financial reporting'),
    (15, 'ITEM_9B', 'II', 'Other Information', 'other', 'What should have been told on Form 8-K; trading plans of insiders'),
    (16, 'ITEM_9C', 'II', 'Disclosure Regarding Foreign Jurisdictions that Prevent Inspections', 'regulator', 'Auditors abroad that may not be inspected'),
    (17, 'ITEM_10', 'III', 'Directors, Executive Officers and Corporate Governance', 'governance', 'Directors, executive officers and the code of ethics'),
    (18, 'ITEM_11', 'III', 'Executive Compensation', 'governance', 'What executives and directors are paid'),
    (19, 'ITEM_12', 'III', 'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters', 'governance', 'Who owns much of the company'),
    (20, 'ITEM_13', 'III', 'Certain Relationships and Related Transactions, and Director Independence', 'governance', 'Business with directors and other insiders; independence of directors'),
    (21, 'ITEM_14', 'III', 'Principal Accountant Fees and Services', 'governance', 'What the auditors are paid'),
    (22, 'ITEM_15', 'IV', 'Exhibits, Financial Statement Schedules', 'financial', 'Exhibits, and schedules to the financial statements'),
    (23, 'ITEM_16', 'IV', 'Form 10-K Summary', 'other', 'A summary of the report, if the company likes');

-- "Apple" of "Apple Inc.", "Wells Fargo" of "WELLS FARGO & COMPANY/MN".
CREATE FUNCTION short_company_name(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT regexp_replace(
        regexp_replace(name, '^the\s+|\s?/\s?[A-Z]{2,3}\s?/?$', '', 'gi'),
        '(,?\s+(&\s+|and\s+)?(inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|llc|lp|sa|nv)\M\.?)+$',
        '', 'i')
$$;

CREATE VIEW published_company AS
WITH filing AS (
    SELECT co.name AS corpus, v.metadata ->> 'cik' AS cik, v.metadata ->> 'company' AS company,
           v.metadata ->> 'ticker' AS ticker, (v.metadata ->> 'fiscal_year')::int AS year,
           v.metadata ->> 'period_end' AS period_end
    FROM corpus co
    JOIN version v ON v.corpus_id = co.id AND v.from_edition <= co.published_edition
                  AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
    WHERE co.profile = 'sec-10k' AND v.metadata ->> 'company' IS NOT NULL
),
company AS (
    SELECT corpus, coalesce(cik, company) AS id, min(cik) AS cik,
           (array_agg(company ORDER BY period_end DESC NULLS LAST))[1] AS company,
           (array_agg(ticker ORDER BY period_end DESC NULLS LAST) FILTER (WHERE ticker IS NOT NULL))[1] AS ticker,
           array_agg(DISTINCT company) || array_agg(DISTINCT short_company_name(company))
               || coalesce(array_agg(DISTINCT ticker) FILTER (WHERE ticker IS NOT NULL), '{}') AS aliases,
           count(*) AS filings, min(year) AS first_year, max(year) AS last_year
    FROM filing
    GROUP BY corpus, coalesce(cik, company)
)
SELECT corpus, id, cik, company, ticker,
       (SELECT array_agg(DISTINCT alias ORDER BY alias) FROM unnest(aliases) alias) AS aliases,
       filings, first_year, last_year
FROM company;
COMMENT ON VIEW published_company IS 'The companies in the published edition of each corpus of filings.';
COMMENT ON COLUMN published_company.id IS 'The CIK, else the name.';
COMMENT ON COLUMN published_company.company IS 'The name in the newest filing.';
COMMENT ON COLUMN published_company.aliases IS 'Every name, today''s and former ones, each without its legal form too, and tickers.';

CREATE VIEW published_section AS
SELECT co.name AS corpus, d.key AS document, v.metadata ->> 'cik' AS cik, (v.metadata ->> 'fiscal_year')::int AS year,
       item.code, s.part, s.canonical, s.category, s.description, item.told ->> 'title' AS title,
       item.told ->> 'status' AS status, (item.told ->> 'start')::int AS char_start, (item.told ->> 'end')::int AS char_end,
       (item.told ->> 'characters')::int AS characters, v.id AS version_id
FROM corpus co
JOIN version v ON v.corpus_id = co.id AND v.from_edition <= co.published_edition
              AND (v.to_edition IS NULL OR v.to_edition > co.published_edition)
JOIN document d ON d.id = v.document_id
CROSS JOIN LATERAL jsonb_each(v.metadata -> 'items') AS item (code, told)
JOIN form_section s ON s.code = item.code
WHERE co.profile = 'sec-10k';
COMMENT ON VIEW published_section IS 'The Items of the filings in the published edition of each corpus.';
