-- A copy of one's data, closing an account, and what is erased of a request that came to nothing.

-- When a closed account is erased; signing in before that takes the closing back, which is noted. The time stays until nothing is left to do.
-- An erased account keeps its id alone, for as long as a verification names it.
ALTER TABLE users
  ADD COLUMN closes_at timestamptz,
  ADD COLUMN kept_at timestamptz,
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT users_erased_means_empty CHECK (erased_at IS NULL OR (
    email IS NULL AND password_hash IS NULL AND new_email IS NULL AND user_metadata = '{}'));
CREATE INDEX users_closing ON users (closes_at) WHERE closes_at IS NOT NULL;

-- Whose account a mail was for; null for mails to people whose account does not matter to it.
ALTER TABLE mails ADD COLUMN account_id uuid REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX mails_account ON mails (account_id) WHERE account_id IS NOT NULL;

-- When a request that came to nothing lost what its creator typed about the other person, and what they said of themselves.
ALTER TABLE verifications
  ADD COLUMN invited_erased_at timestamptz,
  ADD COLUMN creator_erased_at timestamptz,
  ALTER COLUMN date_of_birth DROP NOT NULL,
  ADD CONSTRAINT verifications_birth_date CHECK (date_of_birth IS NOT NULL OR creator_erased_at IS NOT NULL),
  DROP CONSTRAINT verifications_creator_gave,
  ADD CONSTRAINT verifications_creator_gave CHECK (type = 'person' OR creator_erased_at IS NOT NULL OR (
    (selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (id_document_id IS NOT NULL OR (asks_wallet_instead_of_id AND creator_sources @> '[{"step": "wallet"}]'))));
CREATE INDEX verifications_to_erase ON verifications (closed_at)
  WHERE invited_erased_at IS NULL AND status IN ('rejected', 'cancelled', 'expired');
-- What names an address, however it was spelt.
CREATE INDEX verifications_invited ON verifications (lower(third_party_email)) WHERE invited_erased_at IS NULL;

-- As before, but a request that came to nothing may lose what was typed into it: all of one side at once, and to nothing else.
CREATE OR REPLACE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_destroyed_at'];
  allowed jsonb := to_jsonb(OLD);
  came_to_nothing boolean := OLD.status IN ('rejected', 'cancelled', 'expired');
BEGIN
  IF came_to_nothing AND OLD.invited_erased_at IS NULL AND NEW.invited_erased_at IS NOT NULL THEN
    allowed := allowed || '{"third_party_name": "", "third_party_social_media_name": "", "third_party_platform_age": null,
      "third_party_claimed_age": null, "third_party_email": "", "third_party_phone": null, "platform_name": "",
      "additional_information": null, "decline_reason": null, "third_party_sources": []}'
      || jsonb_build_object('invited_erased_at', NEW.invited_erased_at);
  END IF;
  IF came_to_nothing AND OLD.creator_erased_at IS NULL AND NEW.creator_erased_at IS NOT NULL THEN
    allowed := allowed || '{"full_name": "", "date_of_birth": null, "signature": "", "selfie_document_id": null,
      "id_document_id": null, "creator_sources": []}'
      || jsonb_build_object('creator_erased_at', NEW.creator_erased_at);
  END IF;
  IF to_jsonb(NEW) - changing IS DISTINCT FROM allowed - changing
    OR (NEW.status <> OLD.status AND NOT (OLD.status = 'verified' AND NEW.status = 'withdrawn')) THEN
    RAISE EXCEPTION 'what a closed verification says does not change';
  END IF;
  RETURN NEW;
END
$$;

-- A copy of somebody's data: a zip, in parts that are encrypted each by itself. The row is there before its files and goes after them.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'making', 'ready', 'failed')),
  requested_at timestamptz NOT NULL,
  -- How many of its files are in it.
  files_total integer NOT NULL DEFAULT 0,
  files_done integer NOT NULL DEFAULT 0,
  -- Parts that may be in the storage: counted before each is written.
  parts integer NOT NULL DEFAULT 0,
  byte_count bigint NOT NULL DEFAULT 0,
  ended_at timestamptz,
  expires_at timestamptz,
  CHECK ((state IN ('ready', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'ready') = (expires_at IS NOT NULL))
);
CREATE UNIQUE INDEX data_exports_one_at_a_time ON data_exports (user_id) WHERE state IN ('queued', 'making');
CREATE INDEX data_exports_user ON data_exports (user_id, requested_at DESC);
CREATE INDEX data_exports_expiry ON data_exports (expires_at) WHERE state = 'ready';

-- The code that was mailed last to an address whose reader wants to see what is held about it. The address is here for ten minutes.
CREATE TABLE mailbox_codes (
  email text PRIMARY KEY CHECK (email = lower(email)),
  id uuid NOT NULL UNIQUE,
  code_mac text NOT NULL CHECK (length(code_mac) = 43),
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailbox_codes_expiry ON mailbox_codes (expires_at);

-- What entering that code gave: shows and erases what is held about the address.
CREATE TABLE mailbox_passes (
  token_sha256 text PRIMARY KEY CHECK (token_sha256 ~ '^[0-9a-f]{64}$'),
  email text NOT NULL CHECK (email = lower(email)),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailbox_passes_expiry ON mailbox_passes (expires_at);
