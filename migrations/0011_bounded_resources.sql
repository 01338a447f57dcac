-- What one person can make grow: repetitions of an event are counted here and said in the trail once per period.
CREATE TABLE repeated_events (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  event text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('creator', 'third_party', 'visitor', 'system')),
  -- What tells one kind of the event from another, such as which file was downloaded.
  facts jsonb NOT NULL,
  -- How often it happened since the row in the trail that opened the period.
  times integer NOT NULL DEFAULT 0 CHECK (times >= 0),
  last_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (verification_id, event, actor, facts)
);
CREATE INDEX repeated_events_ends_at ON repeated_events (ends_at);

-- Whatever ends a session, and in whichever process, its event streams end with the commit.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD.id::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_announce_end AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_session_end();

-- The files of an account that have room to give back.
CREATE INDEX documents_kept_by_user ON documents (user_id) WHERE destroyed_at IS NULL;
