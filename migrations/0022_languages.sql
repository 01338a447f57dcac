-- The tag of the language that a person reads (src/domain/language.ts); null before they were heard of.
-- An account's is that of its last sign-in or renewal, or the one it chose. A third party's is set by their pass alone.
ALTER TABLE users ADD COLUMN language text CHECK (length(language) BETWEEN 2 AND 35);
ALTER TABLE verifications ADD COLUMN third_party_language text CHECK (length(third_party_language) BETWEEN 2 AND 35);

-- It is no part of what a closed verification says: a person may read their record in another language later, and an
-- erasure empties it. A process of the earlier version leaves it as it is.
CREATE OR REPLACE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_withheld_at', 'files_destroyed_at', 'third_party_left_at',
    'third_party_language'];
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
