-- Keys with which programs and people ask a service that is not for this machine alone.

CREATE TABLE access_key (
    name       text PRIMARY KEY,
    hash       bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    scopes     text[] NOT NULL,
    corpora    text[],
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz
);
COMMENT ON TABLE access_key IS 'Keys of the service, without the keys themselves.';
COMMENT ON COLUMN access_key.hash IS 'SHA-256 of the key, which is 256 random bits: nobody can guess one, however fast.';
COMMENT ON COLUMN access_key.corpora IS 'Corpora that it opens; null: all.';
