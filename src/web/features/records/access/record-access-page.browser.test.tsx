import { expect, it } from 'vitest'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleRecordView } from '../../../testing/samples.ts'
import RecordAccessPage from './record-access-page.tsx'

const view = sampleRecordView()
const token = 's'.repeat(43)
const accessEndsAt = new Date(Date.now() + 30 * 60_000).toISOString()

function submitHere() {
  gatePass.keep(view.form.id, { token, expiresAt: accessEndsAt, email: 'sam@example.com' })
}

const renderRecord = () =>
  renderScreen(<RecordAccessPage />, `/records/${view.form.id}`, '/records/:recordId')

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
