-- Mailed links prove a mailbox and no more; what becomes of a registration that its reader does not vouch for.

-- Null on a registration whose address went to somebody who read its mailbox and did not show its password: nobody can enter it any more,
-- and what it made stays apart from the account that bears the address now.
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;

-- The newest link of a kind voids the one before, except the links of repeated registrations: each is its own, so that nobody can void
-- somebody else's by asking for another.
ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_user_id_kind_key;
CREATE UNIQUE INDEX one_time_tokens_newest ON one_time_tokens (user_id, kind) WHERE pending_password_hash IS NULL;
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);

-- The last used link of each kind, so that whoever opens it again is told so instead of "invalid".
CREATE TABLE used_links (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- Where it was mailed to: nobody who reads that mailbox learns an address that the account has got since.
  email text NOT NULL,
  token_sha256 text NOT NULL UNIQUE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);
