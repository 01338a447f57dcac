-- Whom mails about an ending concern, and who was reminded.

ALTER TABLE verifications
  -- When a mail server took the invitation to the present address of the third party.
  ADD COLUMN invited_at timestamptz,
  -- When they were reminded of it, which happens once.
  ADD COLUMN reminded_at timestamptz;

UPDATE verifications v SET invited_at = m.ended_at FROM mails m
WHERE v.status = 'pending' AND v.invitation_withheld IS NULL AND m.verification_id = v.id AND m.task = 'send-invitation'
  AND m.outcome = 'accepted';

CREATE INDEX verifications_to_remind ON verifications (invited_at)
  WHERE status = 'pending' AND invited_at IS NOT NULL AND reminded_at IS NULL;
