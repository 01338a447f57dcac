import { describe, expect, it } from 'vitest'
import type { Problem, ProblemCode } from '../../../contract/problem.ts'
import { RequestFailure } from '../../api/request.ts'
import { NoUrlReturned } from '../../api/third-party.ts'
import { describeAddressFailure, toUploadFailure } from './upload-state.ts'

const refusal = (code: ProblemCode, status: number, title: string, detail?: string) => {
  const problem: Problem = { type: 'about:blank', code, status, title, ...(detail ? { detail } : {}) }
  return new RequestFailure(problem, status)
}

describe('a failed upload', () => {
  it('reports a lost connection and can be retried (UPLOAD-15)', () => {
    expect(toUploadFailure('id', new RequestFailure(null, null))).toEqual({
      title: 'Network error',
      description: 'Please check your connection and try again.',
      canRetry: true,
      isOffline: true,
    })
  })

  it("keeps the server's text and doesn't offer a retry with the same file", () => {
    const failure = toUploadFailure(
      'id',
      refusal('file_damaged', 422, 'Upload failed', 'The file is damaged.'),
    )
    expect(failure).toMatchObject({
      title: 'Upload failed',
      description: 'The file is damaged.',
      canRetry: false,
    })
  })

  it('asks the person to log in (UPLOAD-15)', () => {
    expect(toUploadFailure('selfie', refusal('authentication_required', 401, 'x'))).toMatchObject({
      title: 'Authentication required',
      description: 'Please log in to save photos to your account',
    })
    expect(toUploadFailure('id', refusal('authentication_required', 401, 'x')).title).toBe(
      'Authentication required',
    )
  })

  it('hides the text of a broken server (UPLOAD-15)', () => {
    const broken = toUploadFailure(
      'selfie',
      refusal('unexpected_failure', 500, 'An unexpected error occurred'),
    )
    expect(broken).toMatchObject({
      title: 'Upload failed',
      description: 'There was an issue saving your photo',
      canRetry: true,
    })
    expect(toUploadFailure('id', new RequestFailure(null, 502)).description).toBe(
      'There was an issue uploading your file. Please try again.',
    )
  })

  it('reports missing storage space, and that the same file may be uploaded later', () => {
    const detail = 'There’s no room for more files. Please try again later.'
    expect(toUploadFailure('selfie', refusal('disk_full', 507, 'Upload system issue', detail))).toEqual({
      title: 'Upload system issue',
      description: detail,
      canRetry: true,
      isOffline: false,
    })
  })

  it("reports that the storage isn't ready yet (UPLOAD-17)", () => {
    expect(toUploadFailure('id', new RequestFailure(null, 503))).toMatchObject({
      title: 'Upload system issue',
      description: 'Upload system is being prepared. Please try again in a moment.',
      canRetry: true,
    })
  })

  it('reports an answer without an address, and any unexpected error (UPLOAD-15)', () => {
    expect(toUploadFailure('id', new NoUrlReturned()).description).toBe('No URL returned from upload')
    expect(toUploadFailure('id', new Error('odd'))).toMatchObject({
      title: 'Upload error',
      description: 'An unexpected error occurred during upload.',
    })
  })
})

it("shows 'Failed to get signed URL' when a stored document's address can't be refetched (UPLOAD-12)", () => {
  const title = 'Failed to get signed URL'
  expect(describeAddressFailure(new RequestFailure(null, null))).toEqual({ kind: 'error', title })
  expect(describeAddressFailure(refusal('signed_url_invalid', 403, title))).toEqual({ kind: 'error', title })
  expect(describeAddressFailure(refusal('rate_limited', 429, 'Too many requests'))).toEqual({
    kind: 'error',
    title,
    description: 'Too many requests',
  })
})
