import { expect, it } from 'vitest'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { accessEndsAt, renderRecord, submitHere, token, view } from '../../../testing/submitted-record.tsx'

it('opens with the pass of the submission, and asks for a link once that has ended (RECORD-20, RECORD-74)', async () => {
  submitHere()
  await api.holds('GET /api/records/:id')
  await renderRecord()
  const asked = await api.takes('GET /api/records/:id')
  expect(asked.authorization).toBe(`Bearer ${token}`)
  await asked.answer({ ...view, accessEndsAt })
  await expectText('Download PDF')
  // The other person has withdrawn meanwhile.
  await api.refuses('GET /api/records/:id', 'record_not_found')
  window.dispatchEvent(new Event('focus'))
  await expectText('Open your record')
  expect(gatePass.find(view.form.id)).toBeNull()
})
