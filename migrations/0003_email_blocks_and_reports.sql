-- The reader of a mailbox wants no requests by email: of one sender, or of any.
CREATE TABLE email_blocks (
  -- A MAC of the mailbox, never the address.
  mailbox_mac text NOT NULL CHECK (length(mailbox_mac) = 43),
  -- Null for every sender.
  sender_id uuid REFERENCES users (id) ON DELETE CASCADE,
  blocked_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (mailbox_mac, sender_id)
);
CREATE INDEX email_blocks_sender ON email_blocks (sender_id) WHERE sender_id IS NOT NULL;

-- A request that was reported to the operator, once however often it is reported. Its sender is not told.
CREATE TABLE request_reports (
  verification_id uuid PRIMARY KEY REFERENCES verifications (id),
  sender_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- MACs of the mailbox that was asked and of the network that reported: what counts comes from several of each.
  mailbox_mac text NOT NULL CHECK (length(mailbox_mac) = 43),
  network_mac text NOT NULL CHECK (length(network_mac) = 43),
  reported_from text NOT NULL CHECK (reported_from IN ('link', 'email')),
  reported_at timestamptz NOT NULL,
  -- When the operator found that there was nothing to it.
  dismissed_at timestamptz
);
CREATE INDEX request_reports_sender ON request_reports (sender_id);
CREATE INDEX request_reports_age ON request_reports (reported_at);
