import { z } from 'zod'
import { documentBuckets, documentCategories, keptTypes } from '../domain/document/document.ts'

/** A stored photo or ID, always a picture. `url` is signed and works until `urlExpiresAt`. */
export const storedDocumentSchema = z.object({
  id: z.uuid(),
  category: z.enum(documentCategories),
  bucket: z.enum(documentBuckets),
  path: z.string(),
  contentType: z.enum(keptTypes),
  /** Hex, as a record states it: of the bytes behind `url`. */
  sha256: z.string(),
  url: z.string(),
  urlExpiresAt: z.iso.datetime(),
})
export type StoredDocument = z.infer<typeof storedDocumentSchema>

/** A document of the same kind and person that the new one takes the place of; it is destroyed once the new one is stored. */
export const replacesSchema = z.uuid().optional()

/** The text fields beside `file` in the creator's multipart upload. */
export const documentUploadSchema = z.object({
  category: z.enum(documentCategories),
  replaces: replacesSchema,
})
