-- What became of the work for an archived copy is in its row, whatever became of a job.
ALTER TABLE archive_dues
  -- Since when there is, or was, a job for it; null before.
  ADD COLUMN enqueued_at timestamptz,
  -- How often those who say whether a certificate was revoked were asked for it, and did not say.
  ADD COLUMN asked_in_vain integer NOT NULL DEFAULT 0 CHECK (asked_in_vain >= 0);

-- Since when there is a time authority, without which nothing is archived. No row: there is none.
CREATE TABLE archiving (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL
);
