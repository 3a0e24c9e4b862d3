-- The table of applied migrations, created before the first one.
CREATE TABLE IF NOT EXISTS piperoll.migration (
    version int PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)
