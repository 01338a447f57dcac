import type { StoredDocument } from '../../../contract/document.ts'

/** A drawn portrait, where a stored photo would be. */
const portrait =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120"%3E%3Crect width="160" height="120" fill="%23b7d9d5"/%3E%3Ccircle cx="80" cy="48" r="24" fill="%23125751"/%3E%3Cpath d="M36 120a44 44 0 0 1 88 0z" fill="%23125751"/%3E%3C/svg%3E'

const stored = {
  id: '6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11',
  bucket: 'user_documents',
  path: 'sample',
  urlExpiresAt: '2099-01-01T00:00:00.000Z',
} as const

export const photo: StoredDocument = {
  ...stored,
  category: 'selfie',
  contentType: 'image/jpeg',
  sha256: '0'.repeat(64),
  url: portrait,
}
export const id: StoredDocument = { ...photo, category: 'id' }
/** Its address answers nothing. */
export const brokenPhoto: StoredDocument = { ...photo, url: 'data:image/png,broken' }
