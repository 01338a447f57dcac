import { expect, it, vi } from 'vitest'
import type { RecordView } from '../../../../contract/record.ts'
import validityWords from '../../../../words/en/validity.ts'
import { describeMoment } from '../../../shared/time/moment.tsx'
import { api } from '../../../testing/api.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { completion, sampleForm, sampleRecordView } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { byAccount, EnterRecord } from './enter-record.tsx'

const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77'

it('asks an account for the mailed code under its own name, and passes on the token for the code (RECORD-71, PAGE-49)', async () => {
  signIn()
  for (const endpoint of [
    'GET /api/records/:id',
    'POST /api/records/:id/code',
    'POST /api/records/:id/code/entry',
  ] as const)
    await api.holds(endpoint)
  const passes: string[] = []
  const screen = await renderScreen(
    <EnterRecord
      id={id}
      way={byAccount}
      onPass={(token) => passes.push(token)}
      onEnded={() => passes.push('ended')}
    />,
  )
  await (await api.takes('GET /api/records/:id')).refuse('record_code_required', 'Confirm it’s you')
  await screen.getByRole('button', { name: /code/i }).click()
  const asked = await api.takes('POST /api/records/:id/code')
  expect(asked.authorization).toBe('Bearer ada.access.token')
  await asked.answer(undefined)
  await screen.getByRole('textbox', { name: 'Code' }).fill('12345678')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  const wrong = await api.takes('POST /api/records/:id/code/entry')
  await wrong.refuse('record_code_wrong', 'Wrong code')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Wrong code')
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  const entry = await api.takes('POST /api/records/:id/code/entry')
  expect(JSON.parse(entry.body)).toEqual({ code: '12345678' })
  await entry.answer({ token: 'a'.repeat(43), expiresAt: '2026-11-20T09:30:00.000Z' })
  await expect.poll(() => passes).toEqual(['a'.repeat(43)])
})

const viewOf = (validUntil: RecordView['form']['validUntil']) =>
  sampleRecordView({ form: sampleForm({ ...completion, id, validity: '24_hours', validUntil }) })

it('shows in an open page that the consent has ended once the server reports it, and still allows a withdrawal (VALID-5, VALID-7, VALID-8, VALID-10)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const hourMs = 60 * 60 * 1000
  const at = new Date(Date.now() + hourMs).toISOString()
  await api.answers('GET /api/records/:id', viewOf({ at, isOver: false }))
  const screen = await renderScreen(
    <EnterRecord
      id={id}
      way={{ kind: 'link', token: 'a'.repeat(43) }}
      onPass={() => undefined}
      onEnded={() => undefined}
    />,
  )
  const moment = { at: describeMoment(at) }
  await expectText(validityWords.record.valid(moment))
  expectNoText(validityWords.ended)
  // The page refetches automatically at the end.
  await api.answers('GET /api/records/:id', viewOf({ at, isOver: true }))
  await vi.advanceTimersByTimeAsync(hourMs)
  await expectText(validityWords.ended)
  await expectText(validityWords.badge.over(moment))
  await expect.element(screen.getByText('Verified', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
})
