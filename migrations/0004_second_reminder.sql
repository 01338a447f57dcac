-- A third party is reminded at most twice. Those who were told of one reminder only get no second one.
ALTER TABLE verifications ADD COLUMN reminded_twice_at timestamptz;
UPDATE verifications SET reminded_twice_at = reminded_at WHERE status = 'pending' AND reminded_at IS NOT NULL;
CREATE INDEX verifications_to_remind_again ON verifications (reminded_at) WHERE (status = 'pending'
  AND invited_at IS NOT NULL AND reminded_at IS NOT NULL AND reminded_twice_at IS NULL);
