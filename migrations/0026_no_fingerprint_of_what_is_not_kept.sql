-- The bytes that somebody sent are not kept, only what was drawn anew from them: their fingerprint is noted no longer. Documents from before keep
-- theirs, which their records name.
ALTER TABLE documents ALTER COLUMN submitted_sha256 DROP NOT NULL;
ALTER TABLE documents ADD CONSTRAINT documents_fingerprint CHECK (num_nonnulls(stored_sha256, submitted_sha256) >= 1);
