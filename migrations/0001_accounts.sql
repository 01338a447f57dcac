-- Accounts: who may sign in, and from which devices. The wire names are those of docs: auth protocol under /auth/v1.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identity_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Lower case always, so that one address is one account.
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 255),
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The address that waits for its confirmation, and which of the two mailed links came back.
  new_email text CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  new_email_confirmations text[] NOT NULL DEFAULT '{}',
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  user_metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE profiles (
  id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  full_name text NOT NULL,
  date_of_birth date NOT NULL,
  address text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female', 'other')),
  phone_number text NOT NULL
);

-- One signed-in device. Refresh tokens are not stored: each is a MAC over (id, refresh_counter) under a key outside the database.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  refresh_counter bigint NOT NULL DEFAULT 0,
  amr jsonb NOT NULL,
  user_agent text,
  ip text,
  created_at timestamptz NOT NULL,
  refreshed_at timestamptz NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);

-- PKCE (RFC 7636): what a mailed link was asked for with, until its code is exchanged. At most one per user and method.
CREATE TABLE flow_states (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  method text NOT NULL,
  code_challenge text NOT NULL,
  -- Hex SHA-256 of the code; null until the link was followed.
  auth_code_sha256 text UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (user_id, method)
);

-- Mailed links and codes. At most one of a kind per user: the newest mail makes earlier ones void.
CREATE TABLE one_time_tokens (
  -- The token itself is a MAC over this id under a key outside the database, so that whoever mails it again need not store it.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN (
    'signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'
  )),
  -- Hex SHA-256 of the mailed token; null for a typed code.
  token_sha256 text UNIQUE,
  -- The address that the mail goes to and that using the link proves.
  email text NOT NULL,
  flow_state_id uuid REFERENCES flow_states (id) ON DELETE SET NULL,
  -- What a repeated sign-up of an unconfirmed address asked for; it counts only once this link is used.
  pending_password_hash text,
  pending_metadata jsonb,
  wrong_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (user_id, kind)
);

-- Counters of limited actions. They may be lost in a crash.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_expires_at ON rate_limits (expires_at);

-- Which mails were handed over, so that a retried job does not send one twice.
CREATE TABLE mail_handovers (
  mail_id text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz
);
