-- What all processes on this database are told as PUBLIC_URL: it names who issued a session, and the log. Null until one has served since.
ALTER TABLE installation ADD COLUMN public_url text;
