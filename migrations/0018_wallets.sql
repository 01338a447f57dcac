-- A request to somebody's wallet, for five minutes: what was asked, of whom, and how it stands.
CREATE TABLE wallet_sessions (
  id uuid PRIMARY KEY,
  -- Whose age is to be proven: a creator's, or that of a verification's third party.
  user_id uuid REFERENCES users (id),
  verification_id uuid REFERENCES verifications (id),
  -- The pass with which the third party began: without it they are no longer the third party.
  pass_sha256 text,
  -- Of what the browser that began was given.
  secret_sha256 text NOT NULL,
  credential_type text NOT NULL,
  way text NOT NULL CHECK (way IN ('api', 'link', 'qr')),
  nonce text NOT NULL,
  -- What the answer is encrypted for; gone as soon as there is one.
  request_key jsonb,
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'answered', 'proven', 'under_age', 'refused', 'cancelled', 'replaced')),
  refusal text,
  -- Of an answer that waits for the browser to come back from the wallet.
  response_code_sha256 text,
  issuer_name text,
  response_sha256 text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK ((verification_id IS NULL) = (pass_sha256 IS NULL)),
  CHECK ((state = 'open') = (request_key IS NOT NULL)),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ((state = 'answered') = (response_code_sha256 IS NOT NULL))
);
-- Of two tabs the later one asks.
CREATE UNIQUE INDEX wallet_sessions_one_per_user ON wallet_sessions (user_id) WHERE state IN ('open', 'answered');
CREATE UNIQUE INDEX wallet_sessions_one_per_verification ON wallet_sessions (verification_id)
  WHERE state IN ('open', 'answered');
CREATE INDEX wallet_sessions_expiry ON wallet_sessions (expires_at);

-- That somebody is 18 or over, by a credential in their wallet: the verdict, who issued it, and a hash. No attribute.
CREATE TABLE wallet_proofs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose age: a creator's, or that of a verification's third party.
  user_id uuid REFERENCES users (id),
  verification_id uuid UNIQUE REFERENCES verifications (id),
  credential_type text NOT NULL,
  issuer_name text NOT NULL,
  response_sha256 text NOT NULL UNIQUE CHECK (response_sha256 ~ '^[0-9a-f]{64}$'),
  proven_at timestamptz NOT NULL,
  -- The verification that a creator's proof is of: one, once. It may be added later in the same transaction.
  spent_on uuid UNIQUE REFERENCES verifications (id) DEFERRABLE INITIALLY DEFERRED,
  spent_at timestamptz,
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK ((spent_on IS NULL) = (spent_at IS NULL)),
  CHECK (spent_on IS NULL OR user_id IS NOT NULL)
);
CREATE INDEX wallet_proofs_unspent ON wallet_proofs (proven_at) WHERE spent_on IS NULL AND user_id IS NOT NULL;
