-- The schema of 0.2.0. Later changes are files of their own (docs/upgrade.md).

-- ---- Accounts: who may sign in, and from which devices

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identity_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Always in lower case: one address is one account.
  email text CHECK (email = lower(email) AND length(email) <= 255) UNIQUE,
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The next address until it's confirmed, and which of the two mailed links were used.
  new_email text CHECK (new_email = lower(new_email) AND length(new_email) <= 255),
  new_email_confirmations text[] NOT NULL DEFAULT '{}',
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  user_metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When a closed account will be erased. Signing in before then reopens it (kept_at). An erased account keeps only
  -- its id, while a verification refers to it.
  closes_at timestamptz,
  kept_at timestamptz,
  erased_at timestamptz,
  -- Set while a closed account still has open requests to cancel (ending_requests_at), and while it's being erased
  -- (erasing_at).
  ending_requests_at timestamptz,
  erasing_at timestamptz,
  -- When a mail server said that this mailbox doesn't exist. Null since the address was last confirmed.
  email_refused_at timestamptz,
  CONSTRAINT users_erased_means_empty CHECK (erased_at IS NULL OR email IS NULL AND password_hash IS NULL
    AND new_email IS NULL AND user_metadata = '{}'),
  CONSTRAINT users_ending_means_closed CHECK (ending_requests_at IS NULL OR closes_at IS NOT NULL),
  CONSTRAINT users_erasing_means_closed CHECK (erasing_at IS NULL OR closes_at IS NOT NULL OR erased_at IS NOT NULL)
);
CREATE INDEX users_closing ON users (closes_at) WHERE closes_at IS NOT NULL;
CREATE INDEX users_ending_requests ON users (ending_requests_at) WHERE ending_requests_at IS NOT NULL;

CREATE TABLE profiles (
  id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  full_name text NOT NULL,
  date_of_birth date NOT NULL,
  address text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female', 'other')),
  phone_number text NOT NULL
);

-- A signed-in device. Refresh tokens aren't stored: each is a MAC over (id, refresh_counter) under a key outside the
-- database.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  refresh_counter bigint NOT NULL DEFAULT 0,
  amr jsonb NOT NULL,
  user_agent text,
  ip text,
  created_at timestamptz NOT NULL,
  refreshed_at timestamptz NOT NULL,
  -- The rotations within the reuse window. Answers to an old token aren't rotations, so an old token can't keep the
  -- window open.
  rotations timestamptz[] NOT NULL DEFAULT '{}'
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_created_at ON sessions (created_at);
-- However a session ends, its event streams end with the commit.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD.id::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_announce_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_session_end();

-- PKCE (RFC 7636): the challenge of a requested link, until its code is exchanged. At most one for each user and
-- method.
CREATE TABLE flow_states (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  method text NOT NULL,
  code_challenge text NOT NULL,
  -- Hex SHA-256 of the code. Null until the link is followed.
  auth_code_sha256 text UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (user_id, method)
);

-- Mailed links and codes. At most one of a kind for each user: a new one replaces it.
CREATE TABLE one_time_tokens (
  -- The token is a MAC over this id under a key outside the database, so it can be mailed again without being stored.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL
    CHECK (kind IN ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- Hex SHA-256 of the mailed token. Null for a typed code.
  token_sha256 text UNIQUE,
  -- The address that the mail goes to and that the link proves.
  email text NOT NULL,
  flow_state_id uuid REFERENCES flow_states (id) ON DELETE SET NULL,
  -- The password and data of a repeated sign-up for an unconfirmed address. They count only once this link is used.
  pending_password_hash text,
  pending_metadata jsonb,
  wrong_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
-- A new link replaces the one before, except links of repeated sign-ups: asking for another must not void somebody
-- else's.
CREATE UNIQUE INDEX one_time_tokens_newest ON one_time_tokens (user_id, kind) WHERE pending_password_hash IS NULL;
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);
-- Deleting a flow state looks up the links that refer to it.
CREATE INDEX one_time_tokens_flow_state ON one_time_tokens (flow_state_id) WHERE flow_state_id IS NOT NULL;

-- Counters of rate limits. A crash may lose them.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_expires_at ON rate_limits (expires_at);
-- Counters about an account are deleted with it.
CREATE INDEX rate_limits_about ON rate_limits (split_part(key, ':', 2));

-- ---- Plans

CREATE TABLE subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tier text NOT NULL,
  status text NOT NULL,
  current_period_end timestamptz,
  stripe_subscription_id text UNIQUE,
  usage_reset_date timestamptz,
  previous_tier text,
  created_at timestamptz NOT NULL,
  stripe_price_id text,
  ends_with_period boolean NOT NULL DEFAULT false,
  -- The tier that usage_reset_date gave a fresh allowance for.
  usage_reset_tier text
);
CREATE INDEX subscriptions_newest ON subscriptions (user_id, created_at DESC);
CREATE INDEX subscriptions_period_end ON subscriptions (current_period_end) WHERE status IN ('active', 'pending');

CREATE TABLE subscription_usage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  action_type text NOT NULL CHECK (action_type IN ('ageVerification', 'personVerification')),
  created_at timestamptz NOT NULL
);
CREATE INDEX subscription_usage_window ON subscription_usage (user_id, created_at);

-- ---- Verifications

CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bucket text NOT NULL CHECK (bucket IN ('user_documents', 'id_documents')),
  path text NOT NULL,
  category text NOT NULL CHECK (category IN ('selfie', 'id')),
  -- Exactly one of the two: the creator who uploaded it, or the verification whose third party did.
  user_id uuid REFERENCES users (id),
  verification_id uuid,
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png')),
  byte_count integer NOT NULL CHECK (byte_count > 0),
  -- The row is added before the file is written, so that no file is without a row.
  created_at timestamptz NOT NULL,
  -- When the file was durably written. Before then the document can't be used.
  stored_at timestamptz,
  -- When a verification began to use it; at most one does. Unused documents are deleted after a day.
  attached_at timestamptz,
  -- When the file was given up (destroyed_at) and removed from the store (erased_at).
  destroyed_at timestamptz,
  erased_at timestamptz,
  -- Hex SHA-256 of the stored and downloadable file.
  stored_sha256 text NOT NULL CHECK (stored_sha256 ~ '^[0-9a-f]{64}$'),
  -- Set while only a legal hold keeps the file: it was due to be destroyed, and only its own person opens it.
  withheld_at timestamptz,
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK (attached_at IS NULL OR stored_at IS NOT NULL),
  UNIQUE (bucket, path)
);
CREATE INDEX documents_user ON documents (user_id);
CREATE INDEX documents_verification ON documents (verification_id, category, created_at DESC);
-- The storage that an account uses.
CREATE INDEX documents_kept_by_user ON documents (user_id) WHERE destroyed_at IS NULL;
CREATE INDEX documents_unerased ON documents (destroyed_at) WHERE (destroyed_at IS NOT NULL AND erased_at IS NULL);
CREATE INDEX documents_unattached ON documents (created_at) WHERE (attached_at IS NULL AND destroyed_at IS NULL);
CREATE INDEX documents_fingerprint ON documents (stored_sha256) WHERE attached_at IS NOT NULL;
CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a file was when it was submitted does not change';
END
$$;
CREATE TRIGGER documents_origin_stands BEFORE UPDATE ON documents
  FOR EACH ROW WHEN (OLD.bucket IS DISTINCT FROM NEW.bucket OR OLD.category IS DISTINCT FROM NEW.category
  OR OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.verification_id IS DISTINCT FROM NEW.verification_id
  OR OLD.stored_sha256 IS DISTINCT FROM NEW.stored_sha256 OR OLD.created_at IS DISTINCT FROM NEW.created_at)
  EXECUTE FUNCTION refuse_document_change();

CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  type text NOT NULL CHECK (type IN ('age', 'person')),
  document_type text,
  user_id uuid NOT NULL REFERENCES users (id),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'verified', 'rejected', 'withdrawn', 'expired', 'cancelled')),
  consent_text_version text NOT NULL,
  full_name text NOT NULL,
  date_of_birth date,
  signature text NOT NULL,
  signature_date date NOT NULL,
  selfie_document_id uuid UNIQUE REFERENCES documents (id),
  id_document_id uuid UNIQUE REFERENCES documents (id),
  third_party_name text NOT NULL,
  third_party_social_media_name text NOT NULL,
  third_party_platform_age text,
  third_party_claimed_age text,
  third_party_email text NOT NULL,
  third_party_phone text,
  platform_name text NOT NULL,
  additional_information text,
  verification_link text NOT NULL,
  third_party_signature text,
  third_party_signature_date date,
  third_party_selfie_document_id uuid UNIQUE REFERENCES documents (id),
  third_party_id_document_id uuid UNIQUE REFERENCES documents (id),
  email_proof text CHECK (email_proof IN ('matched', 'code')),
  agreed_to_additional_terms boolean,
  -- For the operator only. Neither party sees it.
  decline_reason text,
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  closed_at timestamptz,
  -- When the photos and IDs of both were destroyed. Null while there may be some.
  files_destroyed_at timestamptz,
  -- Why the third party's present address wasn't mailed the link: the creator's address isn't confirmed, or the
  -- mailbox has had its share of invitations. Null once an invitation to it is queued.
  invitation_withheld text CHECK (invitation_withheld IN ('unconfirmed', 'limited')),
  asks_age text NOT NULL DEFAULT 'declared' CHECK (asks_age IN ('declared', 'document', 'wallet')),
  asks_wallet_instead_of_id boolean NOT NULL DEFAULT false,
  asks_face boolean NOT NULL DEFAULT true,
  -- When each address was confirmed or proven, as of the completion. Null for a creator with an unconfirmed address.
  creator_mailbox_at timestamptz,
  third_party_mailbox_at timestamptz,
  -- The evidence that each gave (src/domain/evidence/evidence.ts).
  creator_sources jsonb NOT NULL DEFAULT '[]',
  third_party_sources jsonb NOT NULL DEFAULT '[]',
  -- When a request that ended without a record lost what its creator typed about the other person (invited_erased_at)
  -- and about themselves (creator_erased_at).
  invited_erased_at timestamptz,
  creator_erased_at timestamptz,
  -- When a mail server accepted the invitation to the third party's present address.
  invited_at timestamptz,
  -- When they were reminded, which happens once.
  reminded_at timestamptz,
  -- When the third party's account was erased. A new account with that address doesn't get the old account's records.
  third_party_left_at timestamptz,
  -- Set when only legal holds keep the files: the retention is over, or consent was withdrawn.
  files_withheld_at timestamptz,
  -- Keyed hashes of the creator's document, network and browser, kept only while the third party's can still be
  -- compared.
  creator_document_mark text,
  creator_network_mark text,
  creator_browser_mark text,
  -- What both people had in common, as of the completion.
  shared text[] NOT NULL DEFAULT '{}' CHECK (shared <@ ARRAY['same_document', 'same_network', 'same_browser']),
  CONSTRAINT verifications_asks_possible CHECK ((asks_age <> 'wallet' OR asks_wallet_instead_of_id) AND (asks_face
    OR asks_age = 'wallet')),
  CONSTRAINT verifications_birth_date CHECK (date_of_birth IS NOT NULL OR creator_erased_at IS NOT NULL),
  CONSTRAINT verifications_creator_gave CHECK (type = 'person' OR creator_erased_at IS NOT NULL
    OR (selfie_document_id IS NOT NULL OR NOT asks_face) AND (id_document_id IS NOT NULL OR asks_wallet_instead_of_id
    AND creator_sources @> '[{"step": "wallet"}]')),
  CHECK (status = 'pending' OR num_nonnulls(creator_document_mark, creator_network_mark, creator_browser_mark) = 0),
  CHECK (shared = '{}' OR (status IN ('verified', 'withdrawn'))),
  -- A half-completed verification can't be verified.
  CONSTRAINT verifications_whole CHECK ((status NOT IN ('verified', 'withdrawn')) OR third_party_signature IS NOT NULL
    AND third_party_signature_date IS NOT NULL AND (third_party_selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (third_party_id_document_id IS NOT NULL OR asks_wallet_instead_of_id
    AND third_party_sources @> '[{"step": "wallet"}]') AND email_proof IS NOT NULL
    AND third_party_mailbox_at IS NOT NULL AND verified_at IS NOT NULL)
);
CREATE INDEX verifications_newest ON verifications (user_id, created_at DESC, id DESC);
CREATE INDEX verifications_newest_of_type ON verifications (user_id, type, created_at DESC, id DESC);
CREATE INDEX verifications_pending ON verifications (created_at) WHERE status = 'pending';
CREATE INDEX verifications_with_files ON verifications (verified_at) WHERE (verified_at IS NOT NULL
  AND files_destroyed_at IS NULL);
CREATE INDEX verifications_to_erase ON verifications (closed_at) WHERE (invited_erased_at IS NULL
  AND status IN ('rejected', 'cancelled', 'expired'));
-- Requests by address, however it was spelt.
CREATE INDEX verifications_invited ON verifications (lower(third_party_email)) WHERE invited_erased_at IS NULL;
CREATE INDEX verifications_to_remind ON verifications (invited_at) WHERE (status = 'pending' AND invited_at IS NOT NULL
  AND reminded_at IS NULL);
-- The records of an address, newest first.
CREATE INDEX verifications_asked ON verifications (lower(third_party_email), created_at DESC, id DESC)
  WHERE (status IN ('verified', 'withdrawn') AND third_party_left_at IS NULL);
-- Counts by state, and the open ones.
CREATE INDEX verifications_state ON verifications (user_id, status);
-- Once a verification isn't pending, its form can't change. A verified one can only be withdrawn. A request that
-- ended without a record can lose what was typed into it, one side at a time.
CREATE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_withheld_at', 'files_destroyed_at', 'third_party_left_at'];
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
CREATE TRIGGER verifications_form_stands BEFORE UPDATE ON verifications
  FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_form_change();

-- A proven address at the gate. Only the third party has the token.
CREATE TABLE gate_passes (
  token_sha256 text PRIMARY KEY,
  verification_id uuid NOT NULL REFERENCES verifications (id),
  email_proof text NOT NULL CHECK (email_proof IN ('matched', 'code')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX gate_passes_expiry ON gate_passes (expires_at);
CREATE INDEX gate_passes_verification ON gate_passes (verification_id);

-- The audit trail. Rows are added and never change. Each hash covers the row before (src/domain/audit/event.ts).
CREATE TABLE audit_events (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  sequence integer NOT NULL CHECK (sequence >= 1),
  event text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('creator', 'third_party', 'visitor', 'system')),
  at timestamptz NOT NULL,
  detail jsonb NOT NULL,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (verification_id, sequence)
);
-- Finds new events without reading every trail. Rows are only added, so those of a time lie together.
CREATE INDEX audit_events_at ON audit_events USING brin (at) WITH (autosummarize = on);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END
$$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

-- ---- Payments

CREATE TABLE payment_customers (
  customer_id text PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- The newest hosted checkout, the only one that may be open.
  checkout_id text,
  -- Requests for the customer's state are numbered. An answer is applied only if no later request's answer was.
  asked bigint NOT NULL DEFAULT 0,
  applied bigint NOT NULL DEFAULT 0,
  applied_at timestamptz,
  created_at timestamptz NOT NULL
);

-- Webhook messages that were handled, so that each counts once.
CREATE TABLE payment_notices (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL
);
CREATE INDEX payment_notices_received_at ON payment_notices (received_at);

-- Until when our state was compared with the provider's list of events.
CREATE TABLE payment_reconciliation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  reconciled_until timestamptz NOT NULL
);

-- ---- Records

-- A verification that became a record. Its check code is on the PDF and opens the check page.
CREATE TABLE records (
  verification_id uuid PRIMARY KEY REFERENCES verifications (id),
  check_code text NOT NULL CHECK (length(check_code) = 22) UNIQUE,
  created_at timestamptz NOT NULL,
  -- When each document was first sealed. Null while it's due.
  sealed_at timestamptz,
  withdrawn_at timestamptz,
  withdrawal_sealed_at timestamptz,
  -- Until when, at the latest, a legal hold kept the files at the withdrawal. The addendum says it. Null where they
  -- were destroyed with it.
  withdrawal_held_until timestamptz
);
CREATE INDEX records_unsealed ON records (created_at) WHERE sealed_at IS NULL;
CREATE INDEX records_withdrawal_unsealed ON records (withdrawn_at) WHERE (withdrawn_at IS NOT NULL
  AND withdrawal_sealed_at IS NULL);

CREATE TABLE sealed_documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  document text NOT NULL CHECK (document IN ('record', 'withdrawal')),
  -- A document whose timestamp was pending is sealed again once the authority answers.
  revision integer NOT NULL CHECK (revision >= 1),
  timestamp_state text NOT NULL CHECK (timestamp_state IN ('none', 'pending', 'granted')),
  timestamp_at timestamptz,
  sealed_at timestamptz NOT NULL,
  -- In the bucket `records`: the PDF at `{path}.pdf`, its JSON twin at `{path}.json`.
  path text NOT NULL UNIQUE,
  pdf_sha256 text NOT NULL CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  json_sha256 text NOT NULL CHECK (json_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  leaf_index bigint NOT NULL UNIQUE,
  certificate_sha256 text NOT NULL,
  CHECK ((timestamp_state = 'granted') = (timestamp_at IS NOT NULL)),
  UNIQUE (verification_id, document, revision)
);
CREATE INDEX sealed_documents_pending ON sealed_documents (sealed_at) WHERE timestamp_state = 'pending';
CREATE INDEX sealed_documents_certificate ON sealed_documents (certificate_sha256, leaf_index);
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'sealed documents and their log are append-only';
END
$$;
CREATE TRIGGER sealed_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_documents FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_record_change();

-- A file may be at this path. The row is deleted in the transaction that keeps the file; one that stays names a file
-- to remove.
CREATE TABLE seal_attempts (
  path text PRIMARY KEY,
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  started_at timestamptz NOT NULL
);
CREATE INDEX seal_attempts_verification ON seal_attempts (verification_id);

-- The Merkle tree of RFC 6962 over the hashes of all sealed PDFs. Level 0 holds the leaves, level n the roots of
-- complete subtrees of 2^n.
CREATE TABLE transparency_nodes (
  level smallint NOT NULL CHECK (level >= 0 AND level <= 62),
  index bigint NOT NULL CHECK (index >= 0),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (level, index)
);
CREATE TRIGGER transparency_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

-- Every signed tree head.
CREATE TABLE transparency_heads (
  size bigint PRIMARY KEY CHECK (size >= 0),
  root_hash text NOT NULL CHECK (root_hash ~ '^[0-9a-f]{64}$'),
  at timestamptz NOT NULL,
  protected text NOT NULL,
  signature text NOT NULL
);
CREATE TRIGGER transparency_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

-- Opens a record for its third party: a mailed link or, where a code is required, the pass for that code. Only they
-- have the tokens.
CREATE TABLE record_passes (
  token_sha256 text PRIMARY KEY CHECK (token_sha256 ~ '^[0-9a-f]{64}$'),
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  kind text NOT NULL CHECK (kind IN ('link', 'code')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX record_passes_verification ON record_passes (verification_id);
CREATE INDEX record_passes_expiry ON record_passes (expires_at);

-- The newest code mailed to the third party of a verification. The digits follow from the id and a key outside the
-- database (docs/decisions/010). A MAC of them is compared.
CREATE TABLE gate_codes (
  verification_id uuid PRIMARY KEY REFERENCES verifications (id),
  id uuid NOT NULL UNIQUE,
  code_mac text NOT NULL CHECK (length(code_mac) = 43),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0 AND tries <= 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX gate_codes_expiry ON gate_codes (expires_at);

-- The answer to a request with an Idempotency-Key, so that the same request sent again gets it. The row is added
-- before the work, in its transaction: a twin waits for it.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id),
  key text NOT NULL CHECK (length(key) >= 1 AND length(key) <= 128),
  payload_sha256 text NOT NULL CHECK (payload_sha256 ~ '^[0-9a-f]{64}$'),
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Feedback: a rating and an optional comment.
CREATE TABLE user_feedback (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null for a visitor. Deleted with the account.
  account_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- As the specification names it: the account's id, or `anonymous`.
  user_id text GENERATED ALWAYS AS (COALESCE(account_id::text, 'anonymous')) STORED NOT NULL,
  rating smallint NOT NULL CHECK (rating >= 1 AND rating <= 5),
  comment text CHECK (length(comment) >= 1 AND length(comment) <= 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX user_feedback_account ON user_feedback (account_id) WHERE account_id IS NOT NULL;

-- The last used link of each kind, so that opening it again says "used" instead of "invalid".
CREATE TABLE used_links (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- The address that it was mailed to: a later address of the account isn't shown to its reader.
  email text NOT NULL,
  token_sha256 text NOT NULL UNIQUE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- Repeated events are counted here, and added to the trail once a period.
CREATE TABLE repeated_events (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  event text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('creator', 'third_party', 'visitor', 'system')),
  -- Tells repetitions apart, such as which file was downloaded.
  facts jsonb NOT NULL,
  -- Repetitions since the event in the trail that opened the period.
  times integer NOT NULL DEFAULT 0 CHECK (times >= 0),
  last_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (verification_id, event, actor, facts)
);
CREATE INDEX repeated_events_ends_at ON repeated_events (ends_at);

-- ---- Mails

-- Every mail, from when it's due until its outcome is known.
CREATE TABLE mails (
  id text PRIMARY KEY,
  -- With the id, the start of its Message-ID at every try. Later mails have higher numbers.
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- The job that writes it when it's sent, and that job's payload. Empty once the mail has ended.
  task text NOT NULL,
  payload jsonb NOT NULL,
  -- The verification whose trail and owner learn the outcome.
  verification_id uuid REFERENCES verifications (id),
  queued_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'address_refused', 'message_refused', 'gave_up', 'not_needed')),
  -- The account that the mail is for. Null where the account doesn't matter.
  account_id uuid REFERENCES users (id) ON DELETE CASCADE,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX mails_due ON mails (queued_at) WHERE ended_at IS NULL;
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_verification ON mails (verification_id, task, queued_at DESC) WHERE verification_id IS NOT NULL;
CREATE INDEX mails_account ON mails (account_id) WHERE account_id IS NOT NULL;
-- Mails that were given up keep their payload for `npm run mail:retry`. They are counted for the metrics.
CREATE INDEX mails_lost ON mails (ended_at) WHERE (outcome = 'gave_up' OR (outcome = 'not_needed' AND (tries > 1)
  AND ((ended_at - queued_at) > '01:00:00'::interval)));

-- ---- Identity: documents read, wallets, checks by a provider

CREATE TABLE document_readings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Not a foreign key: the verdict outlives the document's row.
  document_id uuid NOT NULL,
  -- Exactly one of the two: the creator who uploaded it, or the verification whose third party did.
  user_id uuid REFERENCES users (id),
  verification_id uuid REFERENCES verifications (id),
  -- A keyed hash of what was typed and the document's id. The typed text itself is here only until it was compared.
  claims_sha256 text NOT NULL CHECK (claims_sha256 ~ '^[0-9a-f]{64}$'),
  claimed_name text,
  claimed_birth_date date,
  -- The day that the reading counts for, on the person's calendar.
  day date NOT NULL,
  -- Counts as one of the three tries. A reading of the same on another day doesn't.
  is_try boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text
    CHECK (outcome IN ('read', 'under_age', 'expired', 'birth_date_differs', 'name_differs',
      'two_documents', 'not_a_document', 'specimen', 'unreadable', 'reader_unavailable')),
  kind text,
  read_from text CHECK (read_from IN ('lines', 'barcode', 'print')),
  issuing_state text,
  age_over_18 boolean,
  name_agrees boolean,
  birth_date_agrees boolean,
  reader_version text,
  -- When the person removed the document: the verdict is deleted, and only the try is kept.
  forgotten_at timestamptz,
  -- For a creator's document: a keyed hash of state, number and birth date, until a request is made with it.
  document_mark text,
  -- The third party's document is the creator's.
  same_document boolean NOT NULL DEFAULT false,
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK (ended_at IS NULL OR claimed_name IS NULL AND claimed_birth_date IS NULL),
  UNIQUE (document_id, claims_sha256, day),
  CHECK (document_mark IS NULL OR user_id IS NOT NULL AND ended_at IS NOT NULL),
  CONSTRAINT document_readings_ended CHECK (CASE
    WHEN forgotten_at IS NULL THEN (ended_at IS NULL) = (outcome IS NULL)
    ELSE ended_at IS NOT NULL AND num_nonnulls(outcome, kind, read_from, issuing_state, age_over_18, name_agrees,
      birth_date_agrees, claimed_name, claimed_birth_date) = 0
  END)
);
CREATE INDEX document_readings_user ON document_readings (user_id, requested_at);
CREATE INDEX document_readings_verification ON document_readings (verification_id, requested_at);
CREATE INDEX document_readings_waiting ON document_readings (requested_at, id) WHERE ended_at IS NULL;
CREATE INDEX document_readings_old ON document_readings (requested_at) WHERE ended_at IS NOT NULL;

-- A request to a wallet, valid for five minutes.
CREATE TABLE wallet_sessions (
  id uuid PRIMARY KEY,
  -- Whose age is asked for: a creator's, or that of a verification's third party.
  user_id uuid REFERENCES users (id),
  verification_id uuid REFERENCES verifications (id),
  -- The third party's gate pass when they began.
  pass_sha256 text,
  -- Hex SHA-256 of the secret of the browser that began.
  secret_sha256 text NOT NULL,
  credential_type text NOT NULL,
  way text NOT NULL CHECK (way IN ('api', 'link', 'qr')),
  nonce text NOT NULL,
  -- The key that the answer is encrypted for. Deleted once there is one.
  request_key jsonb,
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'answered', 'proven', 'under_age', 'refused', 'cancelled', 'replaced')),
  refusal text,
  -- Hex SHA-256 of the code with which the browser collects the answer.
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
-- Of two tabs, the later one counts.
CREATE UNIQUE INDEX wallet_sessions_one_per_user ON wallet_sessions (user_id) WHERE state IN ('open', 'answered');
CREATE UNIQUE INDEX wallet_sessions_one_per_verification ON wallet_sessions (verification_id)
  WHERE state IN ('open', 'answered');
CREATE INDEX wallet_sessions_expiry ON wallet_sessions (expires_at);
CREATE INDEX wallet_sessions_user ON wallet_sessions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX wallet_sessions_verification ON wallet_sessions (verification_id) WHERE verification_id IS NOT NULL;

-- Proof by a wallet that a person is 18 or over: the verdict, the issuer and a hash. No attributes.
CREATE TABLE wallet_proofs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose age: a creator's, or that of a verification's third party.
  user_id uuid REFERENCES users (id),
  verification_id uuid UNIQUE REFERENCES verifications (id),
  credential_type text NOT NULL,
  issuer_name text NOT NULL,
  response_sha256 text NOT NULL CHECK (response_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  proven_at timestamptz NOT NULL,
  -- The one verification that uses a creator's proof. It may be added later in the same transaction.
  spent_on uuid UNIQUE REFERENCES verifications (id) DEFERRABLE INITIALLY DEFERRED,
  spent_at timestamptz,
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK ((spent_on IS NULL) = (spent_at IS NULL)),
  CHECK (spent_on IS NULL OR user_id IS NOT NULL)
);
CREATE INDEX wallet_proofs_unspent ON wallet_proofs (proven_at) WHERE (spent_on IS NULL AND user_id IS NOT NULL);
CREATE INDEX wallet_proofs_user ON wallet_proofs (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE identity_checks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose check: an account's, or that of a verification's third party.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  verification_id uuid REFERENCES verifications (id) ON DELETE CASCADE,
  provider text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'processing', 'checked', 'failed', 'cancelled')),
  -- The provider's reason why the last try failed.
  fault text,
  -- The name to compare with the document, until it was compared.
  claimed_name text,
  -- Its hash. The verdict holds for this name only.
  name_sha256 text NOT NULL CHECK (name_sha256 ~ '^[0-9a-f]{64}$'),
  -- The provider's id of the session, until the provider was told to erase it. The hash stays.
  session_id text,
  session_sha256 text CHECK (session_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  age_over_18 boolean,
  name_agrees boolean,
  face_matched boolean,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the provider confirmed the erasure.
  erased_at timestamptz,
  -- The day when the check began, on the person's calendar: the age is computed for it.
  begun_on date NOT NULL,
  CHECK (num_nonnulls(user_id, verification_id) = 1),
  CHECK ((state = 'checked') = (num_nonnulls(age_over_18, name_agrees, face_matched) = 3)),
  CHECK ((state IN ('open', 'processing')) = (ended_at IS NULL)),
  CHECK (ended_at IS NULL OR claimed_name IS NULL)
);
-- One open check for each person.
CREATE UNIQUE INDEX identity_checks_of_user ON identity_checks (user_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX identity_checks_of_verification ON identity_checks (verification_id) WHERE ended_at IS NULL;
CREATE INDEX identity_checks_by_user ON identity_checks (user_id, ended_at);
CREATE INDEX identity_checks_by_verification ON identity_checks (verification_id, ended_at);
-- Checks to ask for or to erase.
CREATE INDEX identity_checks_unerased ON identity_checks (started_at) WHERE session_id IS NOT NULL;

-- ---- Privacy

-- A copy of a person's data: a zip in parts, each encrypted separately. The row is added before the files and deleted
-- after them.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'making', 'ready', 'failed')),
  requested_at timestamptz NOT NULL,
  files_total integer NOT NULL DEFAULT 0,
  files_done integer NOT NULL DEFAULT 0,
  -- Parts that may be in the store, counted before each is written.
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

-- The newest code mailed to an address whose reader asks what is held about it. Kept for ten minutes.
CREATE TABLE mailbox_codes (
  email text PRIMARY KEY CHECK (email = lower(email)),
  id uuid NOT NULL UNIQUE,
  code_mac text NOT NULL CHECK (length(code_mac) = 43),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0 AND tries <= 100),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailbox_codes_expiry ON mailbox_codes (expires_at);

-- The pass for that code: it shows and erases what is held about the address.
CREATE TABLE mailbox_passes (
  token_sha256 text PRIMARY KEY CHECK (token_sha256 ~ '^[0-9a-f]{64}$'),
  email text NOT NULL CHECK (email = lower(email)),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailbox_passes_expiry ON mailbox_passes (expires_at);
CREATE INDEX mailbox_passes_email ON mailbox_passes (email);

-- ---- Drafts

-- A verification that a creator has begun: one of each kind, on all their devices.
CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('age', 'person')),
  -- Changes with every save, so that a device with an older version is told.
  version uuid NOT NULL,
  -- Encrypted with the document key and bound to the account and the kind.
  content bytea NOT NULL,
  -- Not a foreign key: the row of an unused file is deleted with the file.
  selfie_document_id uuid,
  id_document_id uuid,
  saved_at timestamptz NOT NULL,
  CHECK (kind = 'age' OR selfie_document_id IS NULL AND id_document_id IS NULL),
  PRIMARY KEY (user_id, kind)
);
CREATE INDEX drafts_saved ON drafts (saved_at);
-- A file belongs to one draft.
CREATE UNIQUE INDEX drafts_selfie ON drafts (selfie_document_id);
CREATE UNIQUE INDEX drafts_id ON drafts (id_document_id);

-- ---- The seal and its log

-- Every certificate of the seal, so that a record is checked against the one of its day and an unannounced key is
-- seen.
CREATE TABLE seal_certificates (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- DER in base64: the certificate, then its chain.
  chain jsonb NOT NULL CHECK (jsonb_typeof(chain) = 'array' AND jsonb_array_length(chain) >= 1),
  introduced_at timestamptz NOT NULL,
  predecessor_sha256 text UNIQUE REFERENCES seal_certificates (sha256),
  -- What both keys signed about the change, and its place in the log. Null for the first certificate.
  succession jsonb,
  succession_sha256 text CHECK (succession_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  leaf_index bigint UNIQUE,
  CHECK (num_nulls(predecessor_sha256, succession, succession_sha256, leaf_index) = ANY (ARRAY[0, 4]))
);
CREATE TRIGGER seal_certificates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_certificates FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_record_change();

-- Cosignatures and timestamps are over the text of a checkpoint, which begins with the log's name.
CREATE TABLE transparency_cosignatures (
  origin text NOT NULL,
  size bigint NOT NULL REFERENCES transparency_heads (size),
  -- The witness, as `name+id+key`.
  verifier_key text NOT NULL,
  -- Its line of the signed note.
  line text NOT NULL,
  cosigned_at timestamptz NOT NULL,
  PRIMARY KEY (origin, verifier_key, size)
);
CREATE INDEX transparency_cosignatures_size ON transparency_cosignatures (origin, size);
CREATE TRIGGER transparency_cosignatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

CREATE TABLE transparency_timestamps (
  origin text NOT NULL,
  size bigint NOT NULL REFERENCES transparency_heads (size),
  at timestamptz NOT NULL,
  -- DER (RFC 3161).
  token bytea NOT NULL,
  PRIMARY KEY (origin, size)
);
CREATE TRIGGER transparency_timestamps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_timestamps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

-- ---- The installation

-- The id of this installation. The store holds it too, so that a process with another store or another key notices
-- before it serves.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When the store was marked with it.
  marked_at timestamptz,
  -- The PUBLIC_URL of all processes on this database. It names the issuer of sessions, and the log.
  public_url text,
  -- The names of the public keys of sessions, and a mark of the secret key.
  signing jsonb
);

-- ---- Archive

-- Archived copies of sealed PDFs: timestamps are added and renewed before they weaken. Nothing is removed, so the
-- files of a later backup fit the rows of an earlier one.
CREATE TABLE archived_copies (
  verification_id uuid NOT NULL,
  document text NOT NULL,
  revision integer NOT NULL,
  -- Generation 1 is made from the sealed PDF, each later one from the one before.
  generation integer NOT NULL CHECK (generation >= 1),
  -- In the bucket `records`, at `{path}.pdf`.
  path text NOT NULL UNIQUE,
  pdf_sha256 text NOT NULL CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  made_at timestamptz NOT NULL,
  -- When the newest timestamp's certificate or one of its algorithms expires.
  protected_until timestamptz NOT NULL,
  PRIMARY KEY (verification_id, document, revision, generation),
  FOREIGN KEY (verification_id, document, revision) REFERENCES sealed_documents (verification_id, document, revision)
);
CREATE TRIGGER archived_copies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_copies FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_record_change();

-- When a sealed document is archived next. One with a pending timestamp has no row: its next revision will.
CREATE TABLE archive_dues (
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  document text NOT NULL CHECK (document IN ('record', 'withdrawal')),
  due_at timestamptz NOT NULL,
  -- When a job for it was last queued. The row says whether it was done.
  enqueued_at timestamptz,
  -- How often a revocation server was asked for it in vain.
  asked_in_vain integer NOT NULL DEFAULT 0 CHECK (asked_in_vain >= 0),
  PRIMARY KEY (verification_id, document)
);
CREATE INDEX archive_dues_due ON archive_dues (due_at);

-- ---- Legal holds

-- A legal hold: a party of a record has its photos and IDs kept past their normal end, for a limited time.
CREATE TABLE legal_holds (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  party text NOT NULL CHECK (party IN ('creator', 'third_party')),
  -- In the holder's words. Deleted some time after the hold has ended, or with the account.
  reason text CHECK (reason <> '' AND length(reason) <= 500),
  set_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text CHECK (ended_by IN ('holder', 'withdrawal', 'erasure', 'time')),
  CHECK (ends_at > set_at),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (reason IS NOT NULL OR ended_at IS NOT NULL),
  PRIMARY KEY (verification_id, party)
);
CREATE INDEX legal_holds_to_end ON legal_holds (ends_at) WHERE ended_at IS NULL;
CREATE INDEX legal_holds_to_forget ON legal_holds (ended_at) WHERE reason IS NOT NULL;

-- Revoked certificates of the seal, of the time authority and of their issuers. A revocation is remembered even if
-- its source no longer says so.
CREATE TABLE revoked_certificates (
  -- Of the certificate in DER.
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- certificateHold (RFC 5280, 5.3.1), the only revocation that may end.
  is_held boolean NOT NULL,
  -- thisUpdate of the statement.
  said_at timestamptz NOT NULL,
  learned_at timestamptz NOT NULL
);
CREATE FUNCTION refuse_revocation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a certificate that was revoked stays so';
END
$$;
CREATE TRIGGER revoked_certificates_stay BEFORE UPDATE OR DELETE ON revoked_certificates
  FOR EACH ROW WHEN (NOT OLD.is_held) EXECUTE FUNCTION refuse_revocation_change();

-- Since when there is a time authority. Without one nothing is archived and there is no row.
CREATE TABLE archiving (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  since timestamptz NOT NULL
);

ALTER TABLE documents ADD FOREIGN KEY (verification_id) REFERENCES verifications (id);
ALTER TABLE sealed_documents ADD FOREIGN KEY (certificate_sha256) REFERENCES seal_certificates (sha256);
