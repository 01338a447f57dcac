import type { StoredDocument } from '../../../contract/verification.ts'
import {
  computeDocumentMaxBytes,
  type DocumentCategory,
  type DocumentType,
  heicMaxBytes,
} from '../../../domain/document.ts'
import words from '../../../words/en/upload.ts'
import { findProblem, RequestFailure } from '../../api/request.ts'
import { type BrowserTraits, detectDevicePlatform } from '../browser.ts'
import type { Toast } from '../ui/toast.ts'
import type { HeicFault } from './heic/heic.ts'

/** One document being uploaded. The file is kept until it is stored, so that a lost connection loses nothing. */
export type UploadState =
  | { phase: 'empty' }
  | { phase: 'sending'; file: File; sent: number }
  | { phase: 'failed'; file: File; failure: UploadFailure }
  | { phase: 'stored'; file: File | null; document: StoredDocument; removal?: Removal }

/** A file being removed, or why it couldn't be: then it is still stored. */
type Removal = 'under way' | UploadFault

type UploadEvent =
  | { type: 'sending'; file: File }
  | { type: 'progress'; file: File; sent: number }
  | { type: 'failed'; file: File; failure: UploadFailure }
  | { type: 'refused'; file: File; before: UploadState }
  | { type: 'stored'; file: File | null; document: StoredDocument }
  | { type: 'removing' }
  | { type: 'not removed'; fault: UploadFault }
  | { type: 'found'; document: StoredDocument | null }
  | { type: 'cleared' }

export const noUpload: UploadState = { phase: 'empty' }

/** The next state. Events of a file that is no longer the current one change nothing. */
export function advanceUploadState(state: UploadState, event: UploadEvent): UploadState {
  const isCurrent = state.phase === 'sending' && 'file' in event && state.file === event.file
  switch (event.type) {
    case 'sending':
      return { phase: 'sending', file: event.file, sent: 0 }
    case 'progress':
      return isCurrent ? { phase: 'sending', file: event.file, sent: event.sent } : state
    case 'failed':
      return isCurrent ? { phase: 'failed', file: event.file, failure: event.failure } : state
    case 'refused':
      return isCurrent ? event.before : state
    case 'stored':
      if (event.file === null)
        return mayReplace(state, event.document) ? toStored(event.document, null) : state
      return isCurrent ? toStored(event.document, event.file) : state
    case 'removing':
      return state.phase === 'stored' ? { ...state, removal: 'under way' } : state
    case 'not removed':
      return state.phase === 'stored' ? { ...state, removal: event.fault } : state
    case 'found':
      return showFound(state, event.document)
    case 'cleared':
      return noUpload
  }
}

/** Without a file, the event comes from an earlier visit or has a fresh address; it must not replace a newer choice. */
function mayReplace(state: UploadState, document: StoredDocument): boolean {
  return state.phase === 'empty' || (state.phase === 'stored' && state.document.id === document.id)
}

/** The server's document replaces the stored one; an upload in progress here continues. */
function showFound(state: UploadState, document: StoredDocument | null): UploadState {
  if (state.phase !== 'stored' && state.phase !== 'empty') return state
  if (!document) return noUpload
  const isKnown = state.phase === 'stored' && state.document.id === document.id
  return isKnown ? { ...state, document } : toStored(document, null)
}

function toStored(document: StoredDocument, file: File | null): UploadState {
  return { phase: 'stored', file, document }
}

/**
 * Why an upload failed. `canRetry`: the same file may succeed the next time. `isOffline`: it may once the connection is
 * back.
 */
type UploadFailure = UploadFault & { canRetry: boolean; isOffline: boolean }

/** Explains a failed upload with the specified text; a refusal by the server keeps the server's text. */
export function toUploadFailure(category: DocumentCategory, error: unknown): UploadFailure {
  const again = { canRetry: true, isOffline: false }
  if (error instanceof RequestFailure) {
    const { problem, status } = error
    if (problem?.code === 'authentication_required') {
      const description = category === 'selfie' ? words.photoAuthentication : words.directAuthentication
      return { title: words.authentication, description, ...again }
    }
    if (problem && problem.status < 500) {
      return {
        title: problem.title,
        description: problem.detail ?? words.failedText,
        canRetry: problem.status === 401 || problem.status === 429,
        isOffline: false,
      }
    }
    if (status === null) {
      return { title: words.network, description: words.networkText, canRetry: true, isOffline: true }
    }
    if (problem?.code === 'disk_full') {
      return { title: problem.title, description: problem.detail ?? words.failedText, ...again }
    }
    if (status === 503) return { title: words.systemIssue, description: words.preparing, ...again }
    const description = category === 'selfie' ? words.photoFailedText : words.failedText
    return { title: words.failed, description, ...again }
  }
  if (error instanceof Error && error.name === 'NoUrlReturned') {
    return { title: words.failed, description: words.noUrl, ...again }
  }
  return { title: words.unexpected, description: words.unexpectedText, ...again }
}

export function toRemovalFault(error: unknown): UploadFault {
  const problem = findProblem(error)
  const reason = problem && problem.status < 500 ? (problem.detail ?? problem.title) : words.networkText
  return { title: words.notRemoved, description: `${words.stillStored} ${reason}` }
}

/**
 * The toast for a stored document whose address could not be refetched (UPLOAD-12), with the server's text if it
 * refused.
 */
export function describeAddressFailure(error: unknown): Toast {
  const reason = findProblem(error)?.title
  return {
    kind: 'error',
    title: words.noSignedUrl,
    ...(reason && reason !== words.noSignedUrl ? { description: reason } : {}),
  }
}

/** The largest files accepted, in bytes. */
export type FileLimits = { imageMaxBytes: number; pdfMaxBytes: number }

/** The limits of a tier with this largest file size, in bytes. */
export function makeFileLimits(tierMaxBytes: number): FileLimits {
  return {
    imageMaxBytes: computeDocumentMaxBytes('image/jpeg', tierMaxBytes),
    pdfMaxBytes: computeDocumentMaxBytes('application/pdf', tierMaxBytes),
  }
}

/** The file types offered for an ID. If HEIC isn't listed, an iPhone converts it to JPEG (UPLOAD-39). */
export function listAcceptedFiles(traits: BrowserTraits): string {
  const files = '.jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf'
  return detectDevicePlatform(traits) === 'ios' ? files : `${files},.heic,.heif,image/heic,image/heif`
}

/** Whether a photo is in the format of iPhones, by its type or name: it is converted to JPEG before it is checked. */
export function isNamedHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Why a HEIC photo could not be converted to JPEG. */
export function describeHeicFault(category: DocumentCategory, fault: HeicFault): UploadFault {
  switch (fault) {
    case 'type':
      return refuseType(category)
    case 'size':
      return {
        title: words.tooLarge,
        description: words.smallerThan({ megabytes: heicMaxBytes / bytesPerMb }),
      }
    case 'unavailable':
      return { title: words.network, description: words.networkText }
    case 'unreadable':
      return { title: words.failed, description: words.heicUnread }
  }
}

export type UploadFault = { title: string; description: string }

const bytesPerMb = 1024 * 1024

/**
 * Checks a file before it is sent; `null` when it may be sent. This is only an early explanation: the server checks the
 * file's bytes (UPLOAD-1).
 */
export function findFileFault(
  category: DocumentCategory,
  file: { name: string; type: string; size: number },
  limits: FileLimits,
): UploadFault | null {
  const type = findType(file)
  if (!type || (category === 'selfie' && type === 'application/pdf')) return refuseType(category)
  if (file.size === 0) return { title: words.failed, description: words.empty }
  const maxBytes = type === 'application/pdf' ? limits.pdfMaxBytes : limits.imageMaxBytes
  if (file.size <= maxBytes) return null
  const describe = type === 'application/pdf' ? words.smallerThan : words.smallerOrTaken
  return {
    title: words.tooLarge,
    description: describe({ megabytes: Math.floor(maxBytes / bytesPerMb) }),
  }
}

function refuseType(category: DocumentCategory): UploadFault {
  return { title: words.invalidType, description: category === 'id' ? words.imageOrPdf : words.imageOnly }
}

/** A refusal as the text at its field, or null without one. */
export function describeRefusal(refusal: UploadFault | null): string | null {
  return refusal && words.refused(refusal)
}

const typeByExtension: Record<string, DocumentType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** Some systems set no type, and some set image/jpg for a JPEG: then the file's extension decides. */
function findType({ name, type }: { name: string; type: string }): DocumentType | null {
  if (type === 'image/jpeg' || type === 'image/png' || type === 'application/pdf') return type
  if (type !== '' && type !== 'image/jpg' && type !== 'application/octet-stream') return null
  return typeByExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null
}
