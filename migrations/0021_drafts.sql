-- What a creator has begun and not yet made a verification of: one of each kind, on every device that they use.
CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('age', 'person')),
  -- Another one with every save, so that a device that knows an older one is told.
  version uuid NOT NULL,
  -- What was typed, encrypted with the document key and bound to the account and the kind.
  content bytea NOT NULL,
  -- No reference: the row of a file that nothing relies on goes with the file.
  selfie_document_id uuid,
  id_document_id uuid,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind),
  CHECK (kind = 'age' OR (selfie_document_id IS NULL AND id_document_id IS NULL))
);
CREATE INDEX drafts_saved ON drafts (saved_at);
-- Nobody else's draft names the file of one.
CREATE UNIQUE INDEX drafts_selfie ON drafts (selfie_document_id);
CREATE UNIQUE INDEX drafts_id ON drafts (id_document_id);

-- A verdict whose document was removed by whoever uploaded it: nothing of it stays but that it was a try.
ALTER TABLE document_readings
  ADD COLUMN forgotten_at timestamptz,
  DROP CONSTRAINT document_readings_check1,
  ADD CONSTRAINT document_readings_ended CHECK (
    CASE WHEN forgotten_at IS NULL THEN (ended_at IS NULL) = (outcome IS NULL)
    ELSE ended_at IS NOT NULL AND num_nonnulls(outcome, reason, kind, read_from, issuing_state, age_over_18, name_agrees,
      birth_date_agrees, claimed_name, claimed_birth_date) = 0 END);
