import type { ProblemCode } from '../problem.ts'

/** What is answered to a photo or an ID that is not kept. */
export const fileProblems = [
  'body_unreadable',
  'validation_failed',
  'file_missing',
  'file_empty',
  'file_type_refused',
  'file_too_large',
  'file_damaged',
  'image_too_many_pixels',
  'pdf_locked',
  'pdf_too_many_pages',
  'pdf_too_complex',
  'storage_full',
  'upload_unavailable',
  'disk_full',
] satisfies ProblemCode[]
