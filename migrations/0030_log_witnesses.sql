-- What others said of the log of seals: witnesses who cosigned its states, and the authority that stamped them.

-- Both are over the text of a checkpoint, which begins with the log's name: another name, another text.
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

CREATE TABLE transparency_timestamps (
  origin text NOT NULL,
  size bigint NOT NULL REFERENCES transparency_heads (size),
  at timestamptz NOT NULL,
  -- RFC 3161, DER.
  token bytea NOT NULL,
  PRIMARY KEY (origin, size)
);

CREATE TRIGGER transparency_cosignatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
CREATE TRIGGER transparency_timestamps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_timestamps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
