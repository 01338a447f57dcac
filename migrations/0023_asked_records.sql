-- A third party with an account finds their records in its history.

-- When the account of the third party was erased: whoever registers the address anew has nothing of the old account in their own.
ALTER TABLE verifications ADD COLUMN third_party_left_at timestamptz;

-- What may change of a form that stands.
CREATE OR REPLACE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_destroyed_at', 'third_party_left_at'];
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

-- The records of an address, newest first.
CREATE INDEX verifications_asked ON verifications (lower(third_party_email), created_at DESC, id DESC)
  WHERE status IN ('verified', 'withdrawn') AND third_party_left_at IS NULL;
