import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { CheckAnswer } from '../../../contract/record.ts'
import { renderPage } from '../../testing/render-page.ts'
import { CheckResult } from './check-result.tsx'

type Found = Extract<CheckAnswer, { hasNewerRevision: boolean }>

const answer: Found = {
  result: 'genuine',
  document: 'record',
  sealedAt: '2026-03-11T12:00:00.000Z',
  timestamp: 'granted',
  timestampAt: '2026-03-11T12:00:00.000Z',
  withdrawnAt: null,
  validUntil: null,
  hasNewerRevision: false,
  archived: null,
  seal: null,
}

function render(more: Partial<Found>, pdfSha256: string | null = null) {
  const props = { answer: { ...answer, ...more }, fileName: null, isPicture: false, pdfSha256 }
  return renderPage(createElement(CheckResult, props))
}

const showing = (more: Partial<Found>) => render(more).text

it('draws the lines of the record’s own pages, and no lines for a file with different ones (RECORD-55)', () => {
  const draws = (more: Partial<Found>) => render(more, 'ab'.repeat(32)).html.includes('Pattern drawn from')
  expect(draws({})).toBe(true)
  const archived = { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: false }
  expect(draws({ archived })).toBe(false)
  expect(draws({ hasNewerRevision: true })).toBe(false)
  expect(draws({ document: 'withdrawal' })).toBe(false)
})

it('shows the protection of an archived copy, and after its end the past one (ARCHIVE-9, ARCHIVE-14)', () => {
  const protectedUntil = '2029-05-06T12:00:00.000Z'
  expect(showing({ archived: { protectedUntil, isOver: false } })).toMatch(
    /protected by a newer timestamp until\s*May 6, 2029/,
  )
  const over = showing({ archived: { protectedUntil, isOver: true } })
  expect(over).toMatch(/Its protection ended on\s*May 6, 2029/)
  expect(over).not.toContain('protected by')
  expect(showing({})).not.toContain('timestamp until')
})

it('shows the current or past validity of the consent, and none where only a withdrawal ends it (VALID-5)', () => {
  const at = '2026-03-12T12:00:00.000Z'
  expect(showing({ validUntil: { at, isOver: false } })).toMatch(/Valid until\s*Mar 12, 2026, .*UTC/)
  expect(showing({ validUntil: { at, isOver: true } })).toMatch(/Was valid until\s*Mar 12, 2026, .*UTC/)
  expect(showing({})).not.toMatch(/valid until/i)
})
