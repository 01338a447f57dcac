-- Checks of a document and a face by a provider: how far each came, and of its result the verdicts alone.

CREATE TABLE identity_checks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose check it is: an account's, or the third party's of a verification.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  verification_id uuid REFERENCES verifications (id) ON DELETE CASCADE,
  provider text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'processing', 'checked', 'failed', 'cancelled')),
  -- The provider's word for why the last try was none.
  fault text,
  -- The name that the document is compared with, until it was.
  claimed_name text,
  -- Its fingerprint: the verdict about the name holds for this name only.
  name_sha256 text NOT NULL CHECK (name_sha256 ~ '^[0-9a-f]{64}$'),
  -- The provider's name for the session, until the provider was told to erase it; its fingerprint stays.
  session_id text,
  session_sha256 text UNIQUE CHECK (session_sha256 ~ '^[0-9a-f]{64}$'),
  age_over_18 boolean,
  name_agrees boolean,
  face_matched boolean,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the provider said that nothing is left of the session.
  erased_at timestamptz,
  CHECK (num_nonnulls(user_id, verification_id) = 1),
  CHECK ((state = 'checked') = (num_nonnulls(age_over_18, name_agrees, face_matched) = 3)),
  CHECK ((state IN ('open', 'processing')) = (ended_at IS NULL)),
  CHECK (ended_at IS NULL OR claimed_name IS NULL)
);
-- Nobody has two checks under way.
CREATE UNIQUE INDEX identity_checks_of_user ON identity_checks (user_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX identity_checks_of_verification ON identity_checks (verification_id) WHERE ended_at IS NULL;
CREATE INDEX identity_checks_by_user ON identity_checks (user_id, ended_at);
CREATE INDEX identity_checks_by_verification ON identity_checks (verification_id, ended_at);
-- What has still to be asked for or erased.
CREATE INDEX identity_checks_unerased ON identity_checks (started_at) WHERE session_id IS NOT NULL;
