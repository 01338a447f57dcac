-- What was signed stands: once a verification has left pending nobody who serves can change what its form says, and a verified one can only
-- be withdrawn. What a file was when it was submitted never changes.

CREATE FUNCTION refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_destroyed_at'];
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
    OR (NEW.status <> OLD.status AND NOT (OLD.status = 'verified' AND NEW.status = 'withdrawn')) THEN
    RAISE EXCEPTION 'what a closed verification says does not change';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER verifications_form_stands BEFORE UPDATE ON verifications
  FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_form_change();

CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a file was when it was submitted does not change';
END
$$;
CREATE TRIGGER documents_origin_stands BEFORE UPDATE ON documents
  FOR EACH ROW WHEN (
    (OLD.bucket, OLD.category, OLD.user_id, OLD.verification_id, OLD.submitted_sha256, OLD.created_at)
    IS DISTINCT FROM
    (NEW.bucket, NEW.category, NEW.user_id, NEW.verification_id, NEW.submitted_sha256, NEW.created_at)
  ) EXECUTE FUNCTION refuse_document_change();
