import type { StoredDocument } from '../../../contract/document.ts'
import type { UploadFailure } from './upload-fault.ts'

/** One document on its way to the server. The file is kept until it is stored, so that a lost network loses nothing. */
export type UploadState =
  | { phase: 'empty' }
  | { phase: 'sending'; file: File; sent: number }
  | { phase: 'failed'; file: File; failure: UploadFailure }
  | { phase: 'stored'; file: File | null; document: StoredDocument }

export type UploadEvent =
  | { type: 'sending'; file: File }
  | { type: 'progress'; file: File; sent: number }
  | { type: 'failed'; file: File; failure: UploadFailure }
  | { type: 'stored'; file: File | null; document: StoredDocument }
  | { type: 'cleared' }

export const noUpload: UploadState = { phase: 'empty' }

/** The next state. News of a file that is no longer the one being sent changes nothing. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState {
  const isCurrent = state.phase === 'sending' && 'file' in event && state.file === event.file
  switch (event.type) {
    case 'sending':
      return { phase: 'sending', file: event.file, sent: 0 }
    case 'progress':
      return isCurrent ? { phase: 'sending', file: event.file, sent: event.sent } : state
    case 'failed':
      return isCurrent ? { phase: 'failed', file: event.file, failure: event.failure } : state
    case 'stored':
      if (event.file === null) return takesBack(state, event.document) ? stored(event.document, null) : state
      return isCurrent ? stored(event.document, event.file) : state
    case 'cleared':
      return noUpload
  }
}

/** Without a file it comes from an earlier visit, or with a fresh address; it must not push a newer choice aside. */
function takesBack(state: UploadState, document: StoredDocument): boolean {
  return state.phase === 'empty' || (state.phase === 'stored' && state.document.id === document.id)
}

function stored(document: StoredDocument, file: File | null): UploadState {
  return { phase: 'stored', file, document }
}
