-- How long the consent is valid (src/domain/verification/validity.ts). The first consent text names no end.
ALTER TABLE verifications ADD COLUMN validity text NOT NULL DEFAULT 'until_withdrawn'
    CHECK (validity IN ('24_hours', '7_days', 'until_withdrawn')),
  ADD CONSTRAINT verifications_validity_stated
    CHECK (validity = 'until_withdrawn' OR consent_text_version <> '2026-12');
