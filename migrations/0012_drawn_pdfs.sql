-- IDs that come as a PDF are kept as a picture of their pages. Those stored before this were kept as they came: a job draws them.

ALTER TABLE documents
  -- The type of what was submitted. Null: the same as what is kept.
  ADD COLUMN submitted_type text CHECK (submitted_type IN ('image/jpeg', 'image/png', 'application/pdf')),
  -- Why a stored PDF was not drawn. It is neither served nor tried again until this is null.
  ADD COLUMN drawing_fault text CHECK (drawing_fault IS NULL OR content_type = 'application/pdf');

CREATE INDEX documents_to_draw ON documents (created_at)
  WHERE content_type = 'application/pdf' AND drawing_fault IS NULL AND destroyed_at IS NULL;
