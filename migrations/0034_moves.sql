-- That this database is one side of a move to another server, or was (docs/decisions/064-moving.md). One row at most: without it nobody moves.
CREATE TABLE moves (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- The same on both sides.
  id uuid NOT NULL,
  side text NOT NULL CHECK (side IN ('source', 'destination')),
  -- Where the other side is, without a user or a password.
  other text NOT NULL,
  began_at timestamptz NOT NULL,
  -- Since when the destination has everything, and the source is not to be served from any more.
  finished_at timestamptz
);
