/** The content of a stored file: the `{category}` of its file name (UPLOAD-7). */
export const documentCategories = ['selfie', 'id'] as const
export type DocumentCategory = (typeof documentCategories)[number]

/** The private buckets (UPLOAD-7). */
export const documentBuckets = ['user_documents', 'id_documents'] as const
export type DocumentBucket = (typeof documentBuckets)[number]

/** Selfies live in user_documents, IDs in id_documents (UPLOAD-7). */
export const bucketOf: Record<DocumentCategory, DocumentBucket> = {
  selfie: 'user_documents',
  id: 'id_documents',
}

/** The file types that are stored and shown: pictures. */
export const keptTypes = ['image/jpeg', 'image/png'] as const
export type KeptType = (typeof keptTypes)[number]

/** The accepted file types, detected from the file's bytes. The pages of a PDF are drawn as a picture. */
export const documentTypes = [...keptTypes, 'application/pdf'] as const
export type DocumentType = (typeof documentTypes)[number]

export const extensionOf = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const satisfies Record<
  KeptType,
  string
>

const mb = 1024 * 1024

/** 5 MB for images, 10 MB for a PDF (UPLOAD-1). */
const typeMaxBytes: Record<DocumentType, number> = {
  'image/jpeg': 5 * mb,
  'image/png': 5 * mb,
  'application/pdf': 10 * mb,
}

/** The largest file of a type that the creator's tier admits, in bytes: the lower of the two limits (UPLOAD-1). */
export function computeDocumentMaxBytes(type: DocumentType, tierMaxBytes: number): number {
  return Math.min(typeMaxBytes[type], tierMaxBytes)
}

/** The largest body of any upload, in bytes: the largest document plus room for the surrounding form. */
export const uploadMaxBytes = 10 * mb + 64 * 1024

/**
 * The most pixels an image may have: four times a 12-megapixel phone photo. A larger image may be a decompression bomb.
 */
export const imageMaxPixels = 50_000_000

/**
 * The largest HEIC photo that the browser converts to JPEG, in bytes: twice the size of a phone's largest photos
 * (UPLOAD-40).
 */
export const heicMaxBytes = 20 * mb

/** The most pages a PDF may have: both sides of a card, or a passport's page and an explanatory page, twice. */
export const pdfMaxPages = 4

type DocumentFault = 'type' | 'size' | 'empty'

/**
 * The reason why a file can't be this document, or `null` when it can.
 *
 * @param detectedType the type detected from the file's bytes, `null` for an unknown type
 * @param tierMaxBytes the limit of the creator's tier; the lower of it and the type's limit applies
 */
export function findFileFault(
  category: DocumentCategory,
  detectedType: string | null,
  bytes: number,
  tierMaxBytes: number,
): DocumentFault | null {
  if (bytes === 0) return 'empty'
  const type = documentTypes.find((candidate) => candidate === detectedType)
  if (!type || (category === 'selfie' && type === 'application/pdf')) return 'type'
  return bytes > computeDocumentMaxBytes(type, tierMaxBytes) ? 'size' : null
}

/** `{owner}/{category}-{timestamp}.{ext}` within a bucket; the owner is the user or the verification (UPLOAD-7). */
export function nameDocumentPath(
  ownerId: string,
  category: DocumentCategory,
  at: Date,
  type: KeptType,
): string {
  return `${ownerId}/${category}-${at.getTime()}.${extensionOf[type]}`
}

/**
 * Lifetime of a signed URL to a document, in seconds, and how long before its end it is renewed (UPLOAD-11, UPLOAD-12).
 */
export const signedUrlLife = {
  singleSeconds: 3600,
  viewPageSeconds: 7200,
  renewBeforeEndSeconds: 300,
} as const

/** A number of files and their total size in bytes. */
export type FileCount = { files: number; bytes: number }

const mebibyte = 1024 * 1024

/**
 * Limit on stored files outside a verification. An account may store the files of ten verifications a day, a link those
 * of six; a replaced photo counts once.
 */
export const waitingQuota = {
  account: { files: 20, bytes: 100 * mebibyte },
  set: { files: 12, bytes: 60 * mebibyte },
} as const satisfies Record<string, FileCount>

/** Limit on all stored files. The monthly allowance runs out long before it; this is the last safeguard. */
const keptQuota = {
  account: { files: 50_000, bytes: 250 * 1024 * mebibyte },
  set: { files: 14, bytes: 80 * mebibyte },
} as const satisfies Record<string, FileCount>

export function hasRoom(
  owner: keyof typeof waitingQuota,
  used: { waiting: FileCount; kept: FileCount },
  addedBytes: number,
): boolean {
  return (
    doesFit(waitingQuota[owner], used.waiting, addedBytes) && doesFit(keptQuota[owner], used.kept, addedBytes)
  )
}

function doesFit(quota: FileCount, used: FileCount, addedBytes: number): boolean {
  return used.files + 1 <= quota.files && used.bytes + addedBytes <= quota.bytes
}
