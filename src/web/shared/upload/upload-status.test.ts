import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { RequestFailure } from '../../api/request.ts'
import { listButtons, renderPage } from '../../testing/render-page.ts'
import { sampleDocument } from '../../testing/samples.ts'
import { makeFileLimits, toUploadFailure, type UploadState } from './upload-state.ts'
import { UploadStatus } from './upload-status.tsx'
import type { Upload } from './use-upload.ts'

const nothing = () => {}

/** An ID's upload in a given state, with inactive buttons. */
function makeSampleUpload(state: UploadState): Upload {
  return {
    category: 'id',
    limits: makeFileLimits(10 * 1024 * 1024),
    state,
    refusal: null,
    choose: nothing,
    retry: nothing,
    clear: nothing,
    restore: nothing,
    look: () => nothing,
  }
}

function status(state: UploadState) {
  const upload = makeSampleUpload(state)
  return renderPage(createElement(UploadStatus, { upload, name: 'Your ID', onReload: nothing }))
}

const file = new File(['x'], 'scan.pdf', { type: 'application/pdf' })
const failed = (failure: RequestFailure) =>
  status({ phase: 'failed', file, failure: toUploadFailure('id', failure) })

describe('an upload on the page', () => {
  it('shows its progress, and can be cancelled (UPLOAD-16)', () => {
    const page = status({ phase: 'sending', file, sent: 0.42 })
    expect(page.text).toContain('Uploading scan.pdf 42%')
    expect(page.html).toMatch(/role="progressbar"[^>]*aria-valuenow="42"|aria-valuenow="42"/)
    expect(listButtons(page)).toEqual(['Cancel upload'])
  })

  it('offers Retry Upload on the upload system issue card (UPLOAD-17)', () => {
    const page = failed(new RequestFailure(null, 503))
    expect(page.html).toContain('role="alert"')
    expect(page.text).toContain(
      'Upload system issue Upload system is being prepared. Please try again in a moment.',
    )
    expect(listButtons(page)).toEqual(['Retry Upload', 'Remove'])
  })

  it("doesn't offer to resend a refused file (UPLOAD-15)", () => {
    const problem = {
      type: 'about:blank',
      code: 'file_damaged',
      status: 422,
      title: 'Upload failed',
    } as const
    expect(listButtons(failed(new RequestFailure(problem, 422)))).toEqual(['Remove'])
  })

  it('shows a chosen PDF as the picture that is stored of it', () => {
    const page = status({ phase: 'stored', file, document: sampleDocument('id') })
    expect(page.html).toContain(`src="${sampleDocument('id').url}"`)
    expect(page.text).toContain('scan.pdf')
  })

  it('shows the stored document, not draggable, with a button that removes it (UPLOAD-14)', () => {
    const page = status({ phase: 'stored', file: null, document: sampleDocument('id') })
    expect(page.html).toMatch(/<img[^>]*alt="Your ID" draggable="false"/)
    expect(listButtons(page)).toEqual(['Remove'])
  })
})
