import { beforeEach, expect, it } from 'vitest'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleRecordView } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import RecordAccessPage from './record-access-page.tsx'

const view = sampleRecordView()
const token = 's'.repeat(43)
const accessEndsAt = new Date(Date.now() + 30 * 60_000).toISOString()

function submitHere() {
  gatePass.keep(view.form.id, { token, expiresAt: accessEndsAt, email: 'sam@example.com' })
}

const renderRecord = () =>
  renderScreen(<RecordAccessPage />, `/records/${view.form.id}`, '/records/:recordId')

beforeEach(signIn)

it('prefers an account that has the record, because it shows all pictures (RECORD-22, RECORD-74)', async () => {
  submitHere()
  await api.holds('GET /api/records/:id')
  await renderRecord()
  const asked = await api.takes('GET /api/records/:id')
  expect(asked.authorization).toBe('Bearer ada.access.token')
  await asked.answer(view)
  await expectText('Back to History')
})

it.each(['record_code_required', 'record_not_found'] as const)(
  'opens with the pass of the submission where the account gets %s (RECORD-71, RECORD-74)',
  async (code) => {
    submitHere()
    await api.holds('GET /api/records/:id')
    await renderRecord()
    await (await api.takes('GET /api/records/:id')).refuse(code, 'Not so')
    const asked = await api.takes('GET /api/records/:id')
    expect(asked.authorization).toBe(`Bearer ${token}`)
    await asked.answer({ ...view, accessEndsAt })
    await expectText('Download PDF')
  },
)
