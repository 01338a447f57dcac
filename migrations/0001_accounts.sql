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
