-- What a record names when both people have it: the same document, network or browser.

-- Of a document that a creator had read: a keyed hash of its state, number and birth date, until a request is made with it.
ALTER TABLE document_readings ADD COLUMN document_mark text,
  -- Whether a third party's document is the one that the creator gave.
  ADD COLUMN same_document boolean NOT NULL DEFAULT false,
  ADD CHECK (document_mark IS NULL OR (user_id IS NOT NULL AND ended_at IS NOT NULL));

-- Keyed hashes of the creator's document, network and browser, only while the third party's can still be compared with them.
ALTER TABLE verifications ADD COLUMN creator_document_mark text,
  ADD COLUMN creator_network_mark text,
  ADD COLUMN creator_browser_mark text,
  ADD CHECK (status = 'pending' OR num_nonnulls(creator_document_mark, creator_network_mark, creator_browser_mark) = 0),
  -- What both people had, noted at the completion.
  ADD COLUMN shared text[] NOT NULL DEFAULT '{}'
    CHECK (shared <@ ARRAY['same_document', 'same_network', 'same_browser']),
  ADD CHECK (shared = '{}' OR status IN ('verified', 'withdrawn'));
