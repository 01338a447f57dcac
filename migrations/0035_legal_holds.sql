-- A legal hold: either party of a record has its photos and IDs kept past their normal end, for a limited time.
CREATE TABLE legal_holds (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  party text NOT NULL CHECK (party IN ('creator', 'third_party')),
  -- In the words of who set it; forgotten some time after the hold has ended, or with their account.
  reason text CHECK (reason <> '' AND length(reason) <= 500),
  set_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > set_at),
  ended_at timestamptz,
  ended_by text CHECK (ended_by IN ('holder', 'withdrawal', 'erasure', 'time')),
  PRIMARY KEY (verification_id, party),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (reason IS NOT NULL OR ended_at IS NOT NULL)
);
CREATE INDEX legal_holds_to_end ON legal_holds (ends_at) WHERE ended_at IS NULL;
CREATE INDEX legal_holds_to_forget ON legal_holds (ended_at) WHERE reason IS NOT NULL;

-- Since when a file is there for a hold alone: it was to be destroyed, and nobody opens it any more but whose it is.
ALTER TABLE documents ADD COLUMN withheld_at timestamptz;
-- The same of every file of a record: its time, or its consent, was over.
ALTER TABLE verifications ADD COLUMN files_withheld_at timestamptz;
-- Until when a hold kept the files at the withdrawal, at the latest, which the addendum says; null where they were destroyed with it.
ALTER TABLE records ADD COLUMN withdrawal_held_until timestamptz;

-- What may change of a form that stands.
CREATE OR REPLACE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
