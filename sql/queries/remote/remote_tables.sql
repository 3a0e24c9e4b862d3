-- Create the lists of what a remote index holds and of what it has to hold. Only this session sees them.
DROP TABLE IF EXISTS listed_vector, needed_vector;
CREATE TEMP TABLE listed_vector (key text, metadata jsonb);
CREATE TEMP TABLE needed_vector (key text, text_hash bytea, metadata jsonb)
