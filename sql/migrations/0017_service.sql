-- Services that embed: how fast requests may follow one another, what was used of them, and which texts are being embedded.

CREATE TABLE service (
    backend          text PRIMARY KEY,
    starts_at        timestamptz NOT NULL,
    requests_free_at timestamptz NOT NULL,
    tokens_free_at   timestamptz NOT NULL,
    requests         bigint NOT NULL DEFAULT 0,
    texts            bigint NOT NULL DEFAULT 0,
    tokens           bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE service IS 'The limits of a service, shared by all processes that use the database, and what its answers cost.';
COMMENT ON COLUMN service.starts_at IS 'When the newest request may be sent.';
COMMENT ON COLUMN service.requests_free_at IS 'When the limit of requests lets the next one be sent.';
COMMENT ON COLUMN service.tokens_free_at IS 'When the limit of tokens lets the next one be sent.';
COMMENT ON COLUMN service.tokens IS 'Of answers whose vectors were stored, in the same transaction.';

-- A text that several partitions have is sent by one of them. A claim holds while the session of its owner has an advisory
-- lock by that number; what a process that died had claimed, the next one takes over.
CREATE UNLOGGED TABLE text_claim (
    backend   text NOT NULL,
    text_hash bytea NOT NULL,
    owner     int NOT NULL,
    PRIMARY KEY (backend, text_hash)
);
CREATE SEQUENCE text_claim_owner AS int CYCLE;
COMMENT ON TABLE text_claim IS 'A text that is at a service now; empty while no run embeds by one.';
