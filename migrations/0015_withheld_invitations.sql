-- Why the third party's present address was not mailed the link: its creator's own address was not confirmed, or the mailbox had had enough
-- invitations. Null once an invitation to this address was queued.
ALTER TABLE verifications
  ADD COLUMN invitation_withheld text CHECK (invitation_withheld IN ('unconfirmed', 'limited'));
UPDATE verifications v SET invitation_withheld = 'unconfirmed'
FROM users u
WHERE u.id = v.user_id AND u.email_confirmed_at IS NULL AND v.status = 'pending'
  AND NOT EXISTS (SELECT FROM audit_events a WHERE a.verification_id = v.id AND a.event = 'invited');
