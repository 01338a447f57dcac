import type { StoredDocument } from '../../../contract/verification.ts'
import type { UploadFault } from './file-rules.ts'
import type { UploadFailure } from './upload-fault.ts'

/** One document on its way to the server. The file is kept until it is stored, so that a lost network loses nothing. */
export type UploadState =
  | { phase: 'empty' }
  | { phase: 'sending'; file: File; sent: number }
  | { phase: 'failed'; file: File; failure: UploadFailure }
  | { phase: 'stored'; file: File | null; document: StoredDocument; removal?: Removal }

/** A file that is being taken away, or why it could not be: it is still stored then. */
export type Removal = 'under way' | UploadFault

export type UploadEvent =
  | { type: 'sending'; file: File }
  | { type: 'progress'; file: File; sent: number }
  | { type: 'failed'; file: File; failure: UploadFailure }
  | { type: 'stored'; file: File | null; document: StoredDocument }
  | { type: 'removing' }
  | { type: 'not removed'; fault: UploadFault }
  | { type: 'found'; document: StoredDocument | null }
  | { type: 'cleared' }

export const noUpload: UploadState = { phase: 'empty' }

/** The next state. News of a file that is no longer the one being sent changes nothing. */
export function advanceUploadState(state: UploadState, event: UploadEvent): UploadState {
  const isCurrent = state.phase === 'sending' && 'file' in event && state.file === event.file
  switch (event.type) {
    case 'sending':
      return { phase: 'sending', file: event.file, sent: 0 }
    case 'progress':
      return isCurrent ? { phase: 'sending', file: event.file, sent: event.sent } : state
    case 'failed':
      return isCurrent ? { phase: 'failed', file: event.file, failure: event.failure } : state
    case 'stored':
      if (event.file === null)
        return doesTakeBack(state, event.document) ? toStored(event.document, null) : state
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

/** Without a file it comes from an earlier visit, or with a fresh address; it must not push a newer choice aside. */
function doesTakeBack(state: UploadState, document: StoredDocument): boolean {
  return state.phase === 'empty' || (state.phase === 'stored' && state.document.id === document.id)
}

/** What the server has takes the place of what was stored; what is under way here goes on. */
function showFound(state: UploadState, document: StoredDocument | null): UploadState {
  if (state.phase !== 'stored' && state.phase !== 'empty') return state
  if (!document) return noUpload
  const isKnown = state.phase === 'stored' && state.document.id === document.id
  return isKnown ? { ...state, document } : toStored(document, null)
}

function toStored(document: StoredDocument, file: File | null): UploadState {
  return { phase: 'stored', file, document }
}
