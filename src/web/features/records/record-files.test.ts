import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { RecordAccess } from '../../api/records.ts'
import { renderPage } from '../../testing/render-page.ts'
import { RecordFiles } from './record-files.tsx'

const access: RecordAccess = { id: 'id', token: async () => null }

function showing(isSealLate: boolean) {
  const view = { record: null, withdrawal: null, withdrawn: null, isSealLate }
  return renderPage(createElement(RecordFiles, { access, view }), { route: '/', path: '/' }).text
}

it('says that sealing takes a few seconds only as long as it does (RECORD-6)', () => {
  expect(showing(false)).toContain('This takes a few seconds.')
  expect(showing(true)).toContain('taking longer than usual. It will be sealed as soon as possible')
  expect(showing(true)).not.toContain('a few seconds')
})
