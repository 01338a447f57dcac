/** The refusals about drafts, and about files that are uploaded, shown and removed. */
export const uploadProblems = {
  draft_changed: { status: 409 },
  document_in_use: { status: 409 },
  document_unknown: { status: 422 },
  file_missing: { status: 422 },
  file_empty: { status: 422 },
  file_type_refused: { status: 415 },
  file_too_large: { status: 413 },
  file_damaged: { status: 422 },
  image_too_many_pixels: { status: 422 },
  pdf_locked: { status: 422 },
  pdf_too_many_pages: { status: 422 },
  pdf_too_complex: { status: 422 },
  storage_full: { status: 409 },
  upload_unavailable: { status: 503 },
  disk_full: { status: 507 },
  signed_url_invalid: { status: 403 },
} as const
