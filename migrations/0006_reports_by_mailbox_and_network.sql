-- A request is reported once by each mailbox and network, so that no report takes the place of another's.
ALTER TABLE request_reports DROP CONSTRAINT request_reports_pkey;
ALTER TABLE request_reports ADD PRIMARY KEY (verification_id, mailbox_mac, network_mac);
