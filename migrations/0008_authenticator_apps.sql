-- The authenticator app of an account (TOTP, RFC 6238), with which a password alone logs in no more.
CREATE TABLE authenticator_apps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted as documents are.
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- When its first code was entered; until then it demands nothing.
  confirmed_at timestamptz,
  -- The time step of the code that was used last. A code counts once.
  last_step bigint,
  -- Argon2id of the recovery codes; null in the place of a used one.
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  -- When it is removed for a person who lost it, unless a code, a passkey or a press stops that.
  removal_due_at timestamptz
);
CREATE INDEX authenticator_apps_removal ON authenticator_apps (removal_due_at) WHERE removal_due_at IS NOT NULL;
