-- Whether the third party is mailed the link to their record once it is sealed. False: at the completion their address
-- had had enough mails that day, and they were told so.
ALTER TABLE records ADD COLUMN is_link_mailed boolean NOT NULL DEFAULT true;
