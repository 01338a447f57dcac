import { pdfMaxPages } from '../domain/document/document.ts'

/** The refusals about drafts, and about files that are uploaded, shown and removed. */
export const uploadProblems = {
  draft_changed: {
    status: 409,
    title: 'This draft changed elsewhere',
    detail:
      'It was saved, finished or started over in another tab or on another device. Nothing was overwritten.',
  },
  document_in_use: {
    status: 409,
    title: 'This file is in use',
    detail: 'A verification was made with it. It is destroyed with that one.',
  },
  document_unknown: {
    status: 422,
    title: 'Error saving data',
    detail: 'There was a problem saving your verification data',
  },
  file_missing: { status: 422, title: 'Upload failed', detail: 'Please choose a file.' },
  file_empty: { status: 422, title: 'Upload failed', detail: 'The file is empty.' },
  file_type_refused: {
    status: 415,
    title: 'Invalid file type',
    detail: 'Please upload a JPG or PNG image file',
  },
  file_too_large: { status: 413, title: 'File too large', detail: 'Please upload a file smaller than 5MB' },
  file_damaged: {
    status: 422,
    title: 'Upload failed',
    detail: 'The file is damaged or incomplete. Please try again or use another file.',
  },
  image_too_many_pixels: {
    status: 422,
    title: 'File too large',
    detail: 'The image has too many pixels. Please use a smaller picture.',
  },
  pdf_locked: {
    status: 422,
    title: 'Upload failed',
    detail: 'The PDF asks for a password. Please save it without one, or take a photo of your ID.',
  },
  pdf_too_many_pages: {
    status: 422,
    title: 'File too large',
    detail: `The PDF has more than ${pdfMaxPages} pages. Please keep only the pages that show your ID.`,
  },
  pdf_too_complex: {
    status: 422,
    title: 'Upload failed',
    detail: 'Drawing the pages of this PDF takes too long. Please take a photo of your ID instead.',
  },
  pdf_not_drawn: {
    status: 409,
    title: 'This ID cannot be shown',
    detail:
      'It was stored as a PDF, and its pages have not been drawn. Please try again in a few minutes, or ask support.',
  },
  storage_full: {
    status: 409,
    title: 'Too many files',
    detail:
      'Too many files that were uploaded are not used yet. Use or replace one of them, or try again tomorrow.',
  },
  upload_unavailable: {
    status: 503,
    title: 'Upload system issue',
    detail: 'Upload system is being prepared. Please try again in a moment.',
  },
  disk_full: {
    status: 507,
    title: 'Upload system issue',
    detail: 'There is no room for more files at the moment. Please try again later.',
  },
  signed_url_invalid: {
    status: 403,
    title: 'Failed to get signed URL',
    detail: 'The address of this file has ended. Please reload the page.',
  },
} as const
