import type { PersonalDocument } from '../../../contract/personal-data.ts'
import { extensionOf } from '../../../domain/document/document.ts'
import type { OwnFile } from '../../documents/index.ts'

/** An upload as a copy lists it, with its place there as long as there is a file. */
export function describeUpload(upload: OwnFile, folder: string): PersonalDocument {
  const { category, uploadedAt, usedAt, destroyedAt, sha256 } = upload
  return { category, uploadedAt, usedAt, destroyedAt, sha256, file: nameFileOfUpload(upload, folder) }
}

/** Null where no file is kept. */
export function nameFileOfUpload(upload: OwnFile, folder: string): string | null {
  const { id, category, storedAt, destroyedAt, contentType } = upload
  if (!storedAt || destroyedAt) return null
  return `${folder}/${category}-${id}.${extensionOf[contentType]}`
}
