-- The only record that the account may open as its third party: it was opened with the six digits of this request. Null
-- for every other account, and from the use of a mailed link or of eight digits on.
ALTER TABLE users ADD COLUMN limited_to uuid REFERENCES verifications (id);
CREATE INDEX users_limited_to ON users (limited_to) WHERE limited_to IS NOT NULL;

-- When the pass was used to submit the answer that completed its request.
ALTER TABLE gate_passes ADD COLUMN submitted_at timestamptz;
