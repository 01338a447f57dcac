-- What has still to happen is told by rows that an index finds at once, however many others there are: seals, mails, files to be destroyed.

-- When a document that was due was sealed for the first time; null says that it is still due.
ALTER TABLE records
  ADD COLUMN sealed_at timestamptz,
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawal_sealed_at timestamptz;
UPDATE records r SET
  sealed_at = (SELECT min(s.sealed_at) FROM sealed_documents s
    WHERE s.verification_id = r.verification_id AND s.document = 'record'),
  withdrawal_sealed_at = (SELECT min(s.sealed_at) FROM sealed_documents s
    WHERE s.verification_id = r.verification_id AND s.document = 'withdrawal'),
  withdrawn_at = (SELECT v.closed_at FROM verifications v WHERE v.id = r.verification_id AND v.status = 'withdrawn');
CREATE INDEX records_unsealed ON records (created_at) WHERE sealed_at IS NULL;
CREATE INDEX records_withdrawal_unsealed ON records (withdrawn_at)
  WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL;
CREATE INDEX sealed_documents_pending ON sealed_documents (sealed_at) WHERE timestamp_state = 'pending';

-- When the photos and IDs of both were given up; null while a verification may still have some.
ALTER TABLE verifications ADD COLUMN files_destroyed_at timestamptz;
UPDATE verifications v SET files_destroyed_at = v.closed_at
WHERE v.status <> 'pending' AND NOT EXISTS (
    SELECT FROM documents d WHERE d.verification_id = v.id AND d.destroyed_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM documents d WHERE d.id IN (v.selfie_document_id, v.id_document_id) AND d.destroyed_at IS NULL);
CREATE INDEX verifications_with_files ON verifications (verified_at)
  WHERE verified_at IS NOT NULL AND files_destroyed_at IS NULL;

-- When the file of a document that was given up was removed. Files given up earlier are removed once more, which does no harm.
ALTER TABLE documents ADD COLUMN erased_at timestamptz;
CREATE INDEX documents_unerased ON documents (destroyed_at) WHERE destroyed_at IS NOT NULL AND erased_at IS NULL;
DROP INDEX documents_unattached;
CREATE INDEX documents_unattached ON documents (created_at) WHERE attached_at IS NULL AND destroyed_at IS NULL;

-- Every mail from the moment on at which it is due, until it is known how it ended.
CREATE TABLE mails (
  id text PRIMARY KEY,
  -- With the id the beginning of its Message-ID, at every try; later mails have higher ones.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The job that writes it when it is sent, and what that needs to know: empty once the mail has ended.
  task text NOT NULL,
  payload jsonb NOT NULL,
  -- Whose trail and owner learn how it ended.
  verification_id uuid REFERENCES verifications (id),
  queued_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'address_refused', 'message_refused', 'gave_up', 'not_needed')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX mails_due ON mails (queued_at) WHERE ended_at IS NULL;
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_verification ON mails (verification_id, task, queued_at DESC) WHERE verification_id IS NOT NULL;
-- Mails that were handed over before this table was there, so that their jobs do not send them again.
INSERT INTO mails (id, task, payload, queued_at, ended_at, outcome)
SELECT mail_id, 'unknown', '{}', started_at, finished_at, 'accepted' FROM mail_handovers WHERE finished_at IS NOT NULL;
DROP TABLE mail_handovers;

CREATE INDEX record_passes_expiry ON record_passes (expires_at);
CREATE INDEX gate_passes_verification ON gate_passes (verification_id);
