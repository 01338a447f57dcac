-- A passkey with which an account is signed in to: its public key alone. The private key never leaves the device.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The authenticator's own id of it, in base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE (RFC 9052).
  public_key bytea NOT NULL,
  -- The last counter that the authenticator signed; 0 for one that does not count.
  sign_count bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- A challenge that waits for its answer: to add a passkey to an account, or, without one, to sign in.
CREATE TABLE passkey_challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- Hex SHA-256.
  challenge_sha256 text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);

-- A session ends with the passkey that opened it.
ALTER TABLE sessions ADD COLUMN passkey_id uuid REFERENCES passkeys (id) ON DELETE CASCADE;
CREATE INDEX sessions_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
