-- What a person gives at a link belongs to a set. Passes that a mailed code opened share one: NULL, like every row of
-- 0.2.0, because only the readers of the mailbox open it. A pass opened by the address alone has the set of its browser.
-- Null in a pass of 0.2.0 by the address alone, too: then the set is of that pass alone.
ALTER TABLE gate_passes ADD COLUMN set_sha256 text;
ALTER TABLE documents ADD COLUMN set_sha256 text;
ALTER TABLE document_readings ADD COLUMN set_sha256 text;
ALTER TABLE wallet_sessions ADD COLUMN set_sha256 text;
ALTER TABLE identity_checks ADD COLUMN set_sha256 text;

-- A browser's set in which something was given, while its link is open.
CREATE TABLE third_party_sets (
  -- Hex SHA-256 of the link and of the secret that the browser keeps.
  set_sha256 text PRIMARY KEY CHECK (set_sha256 ~ '^[0-9a-f]{64}$'),
  verification_id uuid NOT NULL REFERENCES verifications (id),
  -- When a pass to it was last opened or used.
  touched_at timestamptz NOT NULL
);
CREATE INDEX third_party_sets_verification ON third_party_sets (verification_id);

-- Each set has its own request to a wallet, and its own check.
DROP INDEX wallet_sessions_one_per_verification;
CREATE UNIQUE INDEX wallet_sessions_one_per_set ON wallet_sessions (verification_id, coalesce(set_sha256, ''))
  WHERE state IN ('open', 'answered');
DROP INDEX identity_checks_of_verification;
CREATE UNIQUE INDEX identity_checks_of_set ON identity_checks (verification_id, coalesce(set_sha256, ''))
  WHERE ended_at IS NULL;

-- 0.2.0 relies on one proof for each verification_id, so the proof in a browser's set names its link in another column.
ALTER TABLE wallet_proofs ADD COLUMN set_sha256 text UNIQUE,
  ADD COLUMN set_verification_id uuid REFERENCES verifications (id),
  DROP CONSTRAINT wallet_proofs_check,
  ADD CONSTRAINT wallet_proofs_of_one CHECK (num_nonnulls(user_id, verification_id, set_verification_id) = 1),
  ADD CONSTRAINT wallet_proofs_set CHECK ((set_sha256 IS NULL) = (set_verification_id IS NULL));
CREATE INDEX wallet_proofs_set_verification ON wallet_proofs (set_verification_id) WHERE set_verification_id IS NOT NULL;
