-- Where COPY puts a partition before it is merged; private to the session and gone with the transaction.
CREATE TEMP TABLE staged_document (
    source text, size bigint, fingerprint text, content_hash bytea, outcome text, code text, reason text,
    remedy text, ordinal int, key text, title text, kind text, text text, set_aside text, metadata text,
    valid_from date, valid_to date
) ON COMMIT DROP;
CREATE TEMP TABLE staged_chunk (
    source text, document int, ordinal int, path text, role text, parent text, header text, prefix text,
    content text, char_start int, char_end int, tokens int, metadata text, valid_from date, valid_to date,
    text_hash bytea
) ON COMMIT DROP;
CREATE TEMP TABLE staged_citation (
    source text, document int, ordinal int, chunk int, char_start int, char_end int, kind text, target text,
    target_path text
) ON COMMIT DROP;
CREATE TEMP TABLE staged_triplet (
    source text, document int, made_by text, ordinal int, chunk int, char_start int, char_end int, subject text,
    predicate text, object text
) ON COMMIT DROP
