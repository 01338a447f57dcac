import { describe, expect, it } from 'vitest'
import { sampleDocument } from '../../testing/samples.ts'
import { advanceUploadState, noUpload, type UploadState } from './upload-state.ts'

const file = new File(['a'], 'a.jpg')
const newer = new File(['b'], 'b.jpg')
const document = sampleDocument('selfie')
const failure = { title: 'Network error', description: '', canRetry: true, isOffline: true }
const sending: UploadState = { phase: 'sending', file, sent: 0 }

describe('an upload', () => {
  it('shows progress and ends stored', () => {
    const begun = advanceUploadState(noUpload, { type: 'sending', file })
    const half = advanceUploadState(begun, { type: 'progress', file, sent: 0.5 })
    expect(half).toEqual({ phase: 'sending', file, sent: 0.5 })
    expect(advanceUploadState(half, { type: 'stored', file, document })).toEqual({
      phase: 'stored',
      file,
      document,
    })
  })

  it('keeps the file when it fails', () => {
    expect(advanceUploadState(sending, { type: 'failed', file, failure })).toEqual({
      phase: 'failed',
      file,
      failure,
    })
  })

  it('ignores events of an earlier file', () => {
    const replaced = advanceUploadState(sending, { type: 'sending', file: newer })
    expect(advanceUploadState(replaced, { type: 'stored', file, document })).toBe(replaced)
    expect(advanceUploadState(replaced, { type: 'failed', file, failure })).toBe(replaced)
    expect(advanceUploadState(replaced, { type: 'progress', file, sent: 1 })).toBe(replaced)
  })

  it('ignores an answer after it was cancelled', () => {
    const cancelled = advanceUploadState(sending, { type: 'cleared' })
    expect(advanceUploadState(cancelled, { type: 'stored', file, document })).toBe(noUpload)
  })

  it('restores an earlier upload only if there is no newer one', () => {
    expect(advanceUploadState(noUpload, { type: 'stored', file: null, document }).phase).toBe('stored')
    expect(advanceUploadState(sending, { type: 'stored', file: null, document })).toBe(sending)
  })

  it('accepts a fresh address only for the same document', () => {
    const stored: UploadState = { phase: 'stored', file: null, document }
    const renewed = { ...document, url: '/renewed' }
    expect(advanceUploadState(stored, { type: 'stored', file: null, document: renewed })).toEqual({
      phase: 'stored',
      file: null,
      document: renewed,
    })
    const other = { ...document, id: '1ac3f0de-3f3c-4d70-b0e8-3fd30e0e8f52' }
    expect(advanceUploadState(stored, { type: 'stored', file: null, document: other })).toBe(stored)
  })
})
