import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { accessEndsAt, renderRecord, submitHere, token, view } from '../../../testing/submitted-record.tsx'

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
