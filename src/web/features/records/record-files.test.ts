import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { RecordAccess } from '../../api/records.ts'
import { renderPage } from '../../testing/render-page.ts'
import { RecordFiles } from './record-files.tsx'

const access: RecordAccess = { id: 'id', findToken: async () => null }

function showing(isSealLate: boolean) {
  const view = { record: null, withdrawal: null, withdrawn: null, isSealLate }
  return renderPage(createElement(RecordFiles, { access, view }), { route: '/', path: '/' }).text
}

it('says that sealing takes a few seconds only as long as it does (RECORD-6)', () => {
  expect(showing(false)).toContain('This takes a few seconds.')
  expect(showing(true)).toContain('taking longer than usual. It will be sealed as soon as possible')
  expect(showing(true)).not.toContain('a few seconds')
})

it('offers the evidence pack as soon as the record is sealed, and says what is in it (PACK-1)', () => {
  const sealed = {
    sealedAt: '2026-03-11T12:00:00.000Z',
    revision: 1,
    timestamp: 'none',
    pdfSha256: 'a',
    archived: null,
  } as const
  const view = { record: sealed, withdrawal: null, withdrawn: null, isSealLate: false }
  const { text } = renderPage(createElement(RecordFiles, { access, view }))
  expect(text).toContain('your own photo and ID as long as they exist')
  expect(text).toContain('Download pack (ZIP)')
  expect(showing(false)).not.toContain('Download pack')
})

it('offers the archived copy once there is one, and says its purpose and until when it is protected (ARCHIVE-10)', () => {
  const sealed = {
    sealedAt: '2026-03-11T12:00:00.000Z',
    revision: 1,
    timestamp: 'granted',
    pdfSha256: 'a',
    archived: { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: false },
  } as const
  const shown = (record: Parameters<typeof RecordFiles>[0]['view']['record']) => {
    const view = { record, withdrawal: null, withdrawn: null, isSealLate: false }
    return renderPage(createElement(RecordFiles, { access, view })).text
  }
  expect(shown(sealed)).toContain('Archived copy (PDF)')
  expect(shown(sealed)).toMatch(/with a newer timestamp behind it.*May 6, 2029/)
  expect(shown({ ...sealed, archived: null })).not.toContain('Archived copy')
})

it('says that the protection of an archived copy ended once it has, and not that it goes on (ARCHIVE-14)', () => {
  const archived = { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: true }
  const sealedAt = '2026-03-11T12:00:00.000Z'
  const record = { sealedAt, revision: 1, timestamp: 'granted', pdfSha256: 'a', archived } as const
  const view = { record, withdrawal: null, withdrawn: null, isSealLate: false }
  const { text } = renderPage(createElement(RecordFiles, { access, view }))
  expect(text).toMatch(/The protection by that timestamp ended on\s*May 6, 2029/)
  expect(text).not.toContain('protects it until')
})
