import { createElement } from 'react'
import { expect, it } from 'vitest'
import { drawRosette } from '../../../domain/record/rosette.ts'
import type { RecordAccess } from '../../api/records.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { expectInOrder, renderPage } from '../../testing/render-page.ts'
import { completion, sampleDocument, sampleForm } from '../../testing/samples.ts'
import { RecordFiles } from './record-files.tsx'

const photo = { state: 'open', document: sampleDocument('selfie') } as const
const given = {
  form: sampleForm(completion),
  documents: { creatorSelfie: photo, creatorId: null, thirdPartySelfie: null, thirdPartyId: null },
}

const access: RecordAccess = { id: 'id', findToken: async () => null }

function showing(isSealLate: boolean) {
  const view = { ...given, record: null, withdrawal: null, withdrawn: null, isSealLate }
  return renderPage(createElement(RecordFiles, { access, view }), { route: '/', path: '/' }).text
}

it('says that sealing takes a few seconds only as long as it does (RECORD-6)', () => {
  expect(showing(false)).toContain('This takes a few seconds.')
  expect(showing(true)).toContain('taking longer than usual. We’ll seal it as soon as we can')
  expect(showing(true)).not.toContain('a few seconds')
})

it('is one thing: two names, photos where they may be seen, signatures, days, ages, and what it is not (RECORD-55)', () => {
  const record = {
    sealedAt: '2026-11-21T12:00:00.000Z',
    revision: 1,
    timestamp: 'none',
    pdfSha256: 'a'.repeat(64),
    archived: null,
  } as const
  const view = { ...given, record, withdrawal: null, withdrawn: null, isSealLate: false }
  const { text, html } = renderPage(createElement(RecordFiles, { access, view }))
  expectInOrder(text, [
    'Łucja Nowak',
    'Ł. Nowak',
    describeDay('2026-11-20'),
    'Sam O’Neill',
    'S. O’Neill',
    describeDay('2026-11-21'),
    'Łucja Nowak, 18 or over: Declared.',
    'It is not consent to any act, meeting or relationship.',
    'sealed',
  ])
  expect(html.match(/<img[^>]*alt=""/g)).toHaveLength(1)
  for (const line of drawRosette(record.pdfSha256)) expect(html).toContain(line)
})

it('offers the evidence pack as soon as the record is sealed, and says what is in it (PACK-1)', () => {
  const sealed = {
    sealedAt: '2026-03-11T12:00:00.000Z',
    revision: 1,
    timestamp: 'none',
    pdfSha256: 'a'.repeat(64),
    archived: null,
  } as const
  const view = { ...given, record: sealed, withdrawal: null, withdrawn: null, isSealLate: false }
  const { text } = renderPage(createElement(RecordFiles, { access, view }))
  expect(text).toContain('your own photo and ID while they exist')
  expect(text).toContain('Download pack (ZIP)')
  expect(showing(false)).not.toContain('Download pack')
})

it('offers the archived copy once there is one, and says its purpose and until when it is protected (ARCHIVE-10)', () => {
  const sealed = {
    sealedAt: '2026-03-11T12:00:00.000Z',
    revision: 1,
    timestamp: 'granted',
    pdfSha256: 'a'.repeat(64),
    archived: { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: false },
  } as const
  const shown = (record: Parameters<typeof RecordFiles>[0]['view']['record']) => {
    const view = { ...given, record, withdrawal: null, withdrawn: null, isSealLate: false }
    return renderPage(createElement(RecordFiles, { access, view })).text
  }
  expect(shown(sealed)).toContain('Archived copy (PDF)')
  expect(shown(sealed)).toMatch(/with a newer timestamp that protects it until.*May 6, 2029/)
  expect(shown({ ...sealed, archived: null })).not.toContain('Archived copy')
})

it('says that the protection of an archived copy ended once it has, and not that it goes on (ARCHIVE-14)', () => {
  const archived = { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: true }
  const sealedAt = '2026-03-11T12:00:00.000Z'
  const record = { sealedAt, revision: 1, timestamp: 'granted', pdfSha256: 'a'.repeat(64), archived } as const
  const view = { ...given, record, withdrawal: null, withdrawn: null, isSealLate: false }
  const { text } = renderPage(createElement(RecordFiles, { access, view }))
  expect(text).toMatch(/Its protection ended on\s*May 6, 2029/)
  expect(text).not.toContain('protects it until')
})
