-- Every certificate that ever sealed, so that a record is checked against the one of its day, and a key that nobody announced is seen.
CREATE TABLE seal_certificates (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- DER in base64: the certificate, then those that vouch for it.
  chain jsonb NOT NULL CHECK (jsonb_typeof(chain) = 'array' AND jsonb_array_length(chain) >= 1),
  introduced_at timestamptz NOT NULL,
  predecessor_sha256 text UNIQUE REFERENCES seal_certificates (sha256),
  -- What both keys signed of it, and where the log of seals has that. Null for the first, and for those from before this was asked.
  succession jsonb,
  succession_sha256 text UNIQUE CHECK (succession_sha256 ~ '^[0-9a-f]{64}$'),
  leaf_index bigint UNIQUE,
  CHECK (num_nulls(predecessor_sha256, succession, succession_sha256, leaf_index) IN (0, 4))
);

-- A head of the log is signed by the key of the document that made it, and its signature names and holds the certificate.
INSERT INTO seal_certificates (sha256, chain, introduced_at)
SELECT DISTINCT ON (header->>'kid') header->>'kid', header->'x5c', first_at
FROM (
  SELECT convert_from(decode(rpad(translate(protected, '-_', '+/'), (length(protected) + 3) / 4 * 4, '='), 'base64'), 'utf8')::jsonb
    AS header, first_at
  FROM (SELECT protected, min(at) AS first_at FROM transparency_heads GROUP BY protected) AS signed
) AS headers
ORDER BY header->>'kid', first_at;

ALTER TABLE sealed_documents ADD COLUMN certificate_sha256 text REFERENCES seal_certificates (sha256);

-- Only the new column is filled; what was sealed stays as it is.
ALTER TABLE sealed_documents DISABLE TRIGGER sealed_documents_append_only;
UPDATE sealed_documents d SET certificate_sha256 = signed.kid
FROM transparency_heads h, (
  SELECT protected,
    convert_from(decode(rpad(translate(protected, '-_', '+/'), (length(protected) + 3) / 4 * 4, '='), 'base64'), 'utf8')::jsonb->>'kid' AS kid
  FROM transparency_heads GROUP BY protected
) AS signed
WHERE h.size = d.leaf_index + 1 AND signed.protected = h.protected;
ALTER TABLE sealed_documents ENABLE TRIGGER sealed_documents_append_only;

CREATE INDEX sealed_documents_certificate ON sealed_documents (certificate_sha256, leaf_index);

CREATE TRIGGER seal_certificates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
