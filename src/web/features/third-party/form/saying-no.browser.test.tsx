import { expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { api, flushAnswers } from '../../../testing/api.ts'
import { letMotionGoOn, stopMotion } from '../../../testing/motion.ts'
import { eventually, expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { type No, SaidNo, SayNo } from './saying-no.tsx'

const access = { id: '6f0d0f8c-6b4e-4a0e-9d5e-3f1d2c3b4a59', type: 'age', gateToken: 'a token' } as const
const privately = 'I don’t want this, and I don’t want them to know'

async function ask() {
  const onSaidNo = vi.fn<(no: No) => void>()
  const onPassEnded = vi.fn()
  const onLinkChanged = vi.fn()
  const events = { onSaidNo, onPassEnded, onLinkChanged }
  const screen = await renderScreen(<SayNo name="Ada Lovelace" access={access} {...events} />)
  await screen.getByRole('button', { name: 'No, thank you' }).click()
  return { screen, onSaidNo, onPassEnded, onLinkChanged }
}

it('explains for each way to say no what the other person sees, and sends the chosen one (NO-6)', async () => {
  const { screen, onSaidNo } = await ask()
  await expectText(
    'Either way, what you added here is deleted at once.',
    'Ada Lovelace sees that the request was rejected, nothing more.',
    'Ada Lovelace sees an unanswered request until it expires.',
  )
  await api.holds('POST /api/public/verifications/:id/private-no')
  await screen.getByRole('button', { name: privately }).click()
  const sent = await api.takes('POST /api/public/verifications/:id/private-no')
  expect(onSaidNo).not.toHaveBeenCalled()
  await sent.answer(undefined)
  await eventually(() => expect(onSaidNo.mock.calls).toEqual([['private']]))
})

it('declines with a reason that only the operator can read (NO-6, STATE-9)', async () => {
  const { screen, onSaidNo } = await ask()
  await screen.getByText('Add a reason').click()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('I do not know them')
  await api.holds('POST /api/public/verifications/:id/decline')
  await screen.getByRole('button', { name: 'Decline' }).click()
  const sent = await api.takes('POST /api/public/verifications/:id/decline')
  expect(JSON.parse(sent.body)).toEqual({ reason: 'I do not know them' })
  await sent.answer(undefined)
  await eventually(() => expect(onSaidNo.mock.calls).toEqual([['declined']]))
})

it('shows below its button that an answer may not have arrived, and can send it again (NO-6, PAGE-46)', async () => {
  const { screen, onSaidNo } = await ask()
  await api.fails('POST /api/public/verifications/:id/private-no')
  await screen.getByRole('button', { name: privately }).click()
  await expectText('We don’t know if your answer arrived')
  expect(onSaidNo).not.toHaveBeenCalled()
  const button = screen.getByRole('button', { name: privately })
  await expect.element(button).toBeEnabled()
  const failure = screen.getByRole('alert').element().getBoundingClientRect()
  expect(failure.top).toBeGreaterThanOrEqual(button.element().getBoundingClientRect().bottom)
})

it('takes a repeated decline for given if the answer to the first one was lost (NO-6)', async () => {
  const { screen, onSaidNo, onLinkChanged } = await ask()
  const decline = screen.getByRole('button', { name: 'Decline' })
  await api.breaks('POST /api/public/verifications/:id/decline')
  await decline.click()
  await expectText('We don’t know if your answer arrived')
  await api.refuses('POST /api/public/verifications/:id/decline', 'link_closed')
  await decline.click()
  await eventually(() => expect(onSaidNo.mock.calls).toEqual([['declined']]))
  expect(onLinkChanged).not.toHaveBeenCalled()
})

it('ignores the second of two quick taps, and accepts the keyboard at once (PAGE-45)', async () => {
  await stopMotion()
  try {
    const { screen } = await ask()
    for (const name of ['Decline', privately])
      await screen.getByRole('button', { name }).click({ force: true })
    await flushAnswers()
    expect(await api.count('POST /api/public/verifications/:id/decline')).toBe(0)
    expect(await api.count('POST /api/public/verifications/:id/private-no')).toBe(0)
    await expect.element(screen.getByRole('dialog')).toBeVisible()

    await api.holds('POST /api/public/verifications/:id/decline')
    screen.getByRole('button', { name: 'Decline' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await api.takes('POST /api/public/verifications/:id/decline')
  } finally {
    await letMotionGoOn()
  }
})

const form = { id: access.id, fullName: 'Ada Lovelace', createdAt: '2026-03-11T12:00:00.000Z' }

it('lists after a private no what the other person sees, which data is held, and where to find help (NO-6)', async () => {
  const onAnswer = vi.fn()
  const help = [{ country: 'GB', name: 'Example Helpline', contact: '0000 000 000' }]
  await api.answers('GET /api/local-help', { help })
  const screen = await renderScreen(<SaidNo form={form} no="private" onAnswer={onAnswer} />)
  await expectText(
    'You said no. We don’t tell Ada Lovelace.',
    'An unanswered request until',
    'What you added is deleted. If you added something in another browser without a code, that goes when the request closes.',
    'If you’re in danger, call your local emergency number.',
    'United Kingdom: Example Helpline, 0000 000 000',
  )
  await expect.element(screen.getByRole('link', { name: 'What is held about me' })).toBeVisible()
  await screen.getByRole('button', { name: 'Answer after all' }).click()
  expect(onAnswer).toHaveBeenCalledOnce()
})

it('states after a decline that the creator sees it, and offers no further answer (NO-6)', async () => {
  await api.fails('GET /api/local-help')
  await renderScreen(<SaidNo form={form} no="declined" />)
  await expectText('You declined this request', 'That the request was rejected, nothing more.')
  await expectText('If you’re in danger, call your local emergency number.')
  expectNoText('If you change your mind', 'Answer after all')
})

it('names the day on which the link closes where its reader is (NO-6, PAGE-19)', async () => {
  const browser = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  const setZone = (timezoneId: string) => browser.send('Emulation.setTimezoneOverride', { timezoneId })
  await setZone('America/Los_Angeles')
  try {
    await api.answers('GET /api/local-help', { help: [] })
    const form = { id: access.id, fullName: 'Ada Lovelace', createdAt: '2026-11-21T02:00:00.000Z' }
    await renderScreen(<SaidNo form={form} no="private" />)
    await expectText('The link still works until 20 November 2026.')
  } finally {
    await setZone('')
  }
})
