-- What happened to the security of an account, for its person to see: rows of one hour that say the same are one.
CREATE TABLE security_activity (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event text NOT NULL,
  -- How, or why not; empty where there is nothing to say.
  method text NOT NULL,
  -- The kind of browser and system, such as 'Chrome on Android', and a /24 of IPv4 or a /48 of IPv6; empty where unknown.
  device text NOT NULL,
  network text NOT NULL,
  -- Hours since 1970.
  hour integer NOT NULL,
  at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1,
  -- Whether it was a login from a kind of device that the account had not been used with.
  is_new_device boolean NOT NULL,
  PRIMARY KEY (user_id, hour, event, method, device, network)
);
CREATE INDEX security_activity_at ON security_activity (at);
