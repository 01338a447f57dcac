import { beforeEach, describe, expect, it } from 'vitest'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleRecordView } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import RecordAccessPage from './record-access-page.tsx'

const reading = 'GET /api/records/:id'
const view = sampleRecordView()
const token = 's'.repeat(43)
const accessEndsAt = new Date(Date.now() + 30 * 60_000).toISOString()

/** Opens the page of a record that the third party has just submitted in this tab. */
async function openSubmitted() {
  gatePass.keep(view.form.id, { token, expiresAt: accessEndsAt, email: 'sam@example.com' })
  await api.holds(reading)
  await renderScreen(<RecordAccessPage />, `/records/${view.form.id}`, '/records/:recordId')
  return api.takes(reading)
}

it('opens with the pass of the submission, and asks for a link once that has ended (RECORD-20, RECORD-74)', async () => {
  const asked = await openSubmitted()
  expect(asked.authorization).toBe(`Bearer ${token}`)
  await asked.answer({ ...view, accessEndsAt })
  await expectText('Download PDF')
  // The other person has withdrawn meanwhile.
  await api.refuses(reading, 'record_not_found')
  window.dispatchEvent(new Event('focus'))
  await expectText('Open your record')
  expect(gatePass.find(view.form.id)).toBeNull()
})

describe('of a signed-in person', () => {
  beforeEach(signIn)

  it('prefers an account that has the record, because it shows all pictures (RECORD-22, RECORD-74)', async () => {
    const asked = await openSubmitted()
    expect(asked.authorization).toBe('Bearer ada.access.token')
    await asked.answer(view)
    await expectText('Back to History')
  })

  it.each(['record_code_required', 'record_not_found'] as const)(
    'opens with the pass of the submission where the account gets %s (RECORD-71, RECORD-74)',
    async (code) => {
      await (await openSubmitted()).refuse(code, 'Not so')
      const asked = await api.takes(reading)
      expect(asked.authorization).toBe(`Bearer ${token}`)
      await asked.answer({ ...view, accessEndsAt })
      await expectText('Download PDF')
    },
  )
})
