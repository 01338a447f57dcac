-- Certificates of the seal, of the time authority, and of those who vouch for them, that were taken back: known to every process, and after
-- every restart, whether or not anybody still says so.
CREATE TABLE revoked_certificates (
  -- Of the certificate, DER.
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Suspended (RFC 5280, 5.3.1: certificateHold), which alone may end.
  is_held boolean NOT NULL,
  -- Of when the statement is (thisUpdate).
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
