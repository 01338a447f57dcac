-- A private no: the third party of a pending verification said no, and its creator is not told.
CREATE TABLE private_refusals (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  -- A MAC of the mailbox that said no: a corrected address has not.
  mailbox_mac text NOT NULL CHECK (length(mailbox_mac) = 43),
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (verification_id, mailbox_mac)
);
