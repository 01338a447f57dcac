import type { DocumentCategory } from '../../../domain/document.ts'
import words from '../../../words/en/upload.ts'
import { RequestFailure } from '../../api/request.ts'
import type { Toast } from '../ui/toast.ts'
import type { UploadFault } from './file-rules.ts'

/** Why an upload did not arrive. `canRetry`: the same file may well arrive the next time. `isOffline`: it may once the network is back. */
export type UploadFailure = UploadFault & { canRetry: boolean; isOffline: boolean }

/** What a failed upload means, in the specified words; a refusal of the server keeps the server's. */
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

/** Why a stored file could not be taken away. */
export function toRemovalFault(error: unknown): UploadFault {
  const problem = error instanceof RequestFailure ? error.problem : null
  const reason = problem && problem.status < 500 ? (problem.detail ?? problem.title) : words.networkText
  return { title: words.notRemoved, description: `${words.stillStored} ${reason}` }
}

/** What is said when a stored document's address could not be fetched anew (UPLOAD-12); a refusal of the server adds its words. */
export function describeAddressFailure(error: unknown): Toast {
  const reason = error instanceof RequestFailure ? error.problem?.title : undefined
  return {
    kind: 'error',
    title: words.noSignedUrl,
    ...(reason && reason !== words.noSignedUrl ? { description: reason } : {}),
  }
}
