import {
  computeDocumentMaxBytes,
  type DocumentCategory,
  type DocumentType,
} from '../../../domain/document.ts'
import words from '../../../words/en/upload.ts'

/** The largest files accepted, in bytes. */
export type FileLimits = { imageMaxBytes: number; pdfMaxBytes: number }

/** The limits of a tier whose largest file has `tierMaxBytes` bytes. */
export function makeFileLimits(tierMaxBytes: number): FileLimits {
  return {
    imageMaxBytes: computeDocumentMaxBytes('image/jpeg', tierMaxBytes),
    pdfMaxBytes: computeDocumentMaxBytes('application/pdf', tierMaxBytes),
  }
}

/** The file dialog offers these; naming no HEIC makes an iPhone hand over a JPEG. */
export const acceptedFiles: Record<DocumentCategory, string> = {
  selfie: '.jpg,.jpeg,.png,image/jpeg,image/png',
  id: '.jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf',
}

/** Why something did not work, as a toast's title and description. */
export type UploadFault = { title: string; description: string }

const bytesPerMb = 1024 * 1024

/**
 * What speaks against a file before it is sent, or `null`. It only explains early: the server judges the file's own bytes
 * (UPLOAD-1).
 */
export function findFileFault(
  category: DocumentCategory,
  file: { name: string; type: string; size: number },
  limits: FileLimits,
): UploadFault | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) {
    return { title: words.invalidType, description: `${words.imageOnly}. ${words.heic}` }
  }
  const type = findType(file)
  if (!type || (category === 'selfie' && type === 'application/pdf')) {
    return { title: words.invalidType, description: category === 'id' ? words.imageOrPdf : words.imageOnly }
  }
  if (file.size === 0) return { title: words.failed, description: words.empty }
  const maxBytes = type === 'application/pdf' ? limits.pdfMaxBytes : limits.imageMaxBytes
  if (file.size <= maxBytes) return null
  const smaller = words.smallerThan({ megabytes: Math.floor(maxBytes / bytesPerMb) })
  return {
    title: words.tooLarge,
    description: type === 'application/pdf' ? smaller : `${smaller}. ${words.takeInstead}`,
  }
}

/** A refusal as its field says it, or null without one. */
export function describeRefusal(refusal: UploadFault | null): string | null {
  return refusal && `${refusal.title}: ${refusal.description}`
}

const typeByExtension: Record<string, DocumentType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** Some systems name no type, and some call a JPEG image/jpg: then the file's ending speaks. */
function findType({ name, type }: { name: string; type: string }): DocumentType | null {
  if (type === 'image/jpeg' || type === 'image/png' || type === 'application/pdf') return type
  if (type !== '' && type !== 'image/jpg' && type !== 'application/octet-stream') return null
  return typeByExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null
}
