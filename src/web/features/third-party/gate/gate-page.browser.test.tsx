import { expect, it, vi } from 'vitest'
import { keptSetSecret } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { GateFooter, GatePage } from './gate-page.tsx'

const gate = {
  formId: '6f0d0f8c-6b4e-4a0e-9d5e-3f1d2c3b4a59',
  hasEnded: false,
  onProven: () => {},
  onPassed: () => {},
  onLinkChanged: () => {},
}

it('enables no button that the loading question could shift (GATE-14)', async () => {
  const screen = await renderScreen(<GatePage type="age" gate={null} />)
  await expect.element(screen.getByRole('button')).toBeDisabled()
})

it("tells a person who doesn't know the sender that they needn't answer, and when the link closes (GATE-14)", async () => {
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  const unknown = screen.getByRole('button', { name: 'I don’t know who this is' })
  expectNoText('You don’t have to answer')
  await unknown.click()
  await expectText('You don’t have to answer. The link closes')
  await expect.element(unknown).toHaveAttribute('aria-expanded', 'true')
  await unknown.click()
  expectNoText('You don’t have to answer')
})

it('has links to what this is and to what is held in its footer, beside Allow copying, and the reference of its mails (GATE-14, MAIL-18, PROTECT-6)', async () => {
  const screen = await renderScreen(<GateFooter formId={gate.formId} />)
  for (const name of ['What is Assent?', 'Privacy', 'What is held about me'])
    await expect.element(screen.getByRole('link', { name })).toBeVisible()
  await expectText('Reference 6F0D-0F8C')
  await screen.getByRole('button', { name: 'Allow copying' }).click()
  await expect.element(screen.getByRole('button', { name: 'Block copying again' })).toBeVisible()
})

it('states in the title that the address was refused (PAGE-43)', async () => {
  document.title = 'Verification · Assent'
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByLabelText('Your email')).toHaveAccessibleDescription(/required/i)
  expect(document.title).toBe('Error: Verification · Assent')
  await screen.unmount()
  expect(document.title).toBe('Verification · Assent')
})

it("blocks the sender and reports the request in two taps, and states that they aren't told (BLOCK-7)", async () => {
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  await api.answers('POST /api/public/verifications/:id/block', undefined)
  await api.answers('POST /api/public/verifications/:id/report', undefined)
  await screen.getByRole('button', { name: 'I don’t know who this is' }).click()
  await screen.getByRole('button', { name: 'Block this sender' }).click()
  await expectText(
    'Blocked. We won’t email you about this sender’s requests, except a code that’s asked for. We don’t tell them.',
  )
  expect(await api.count('POST /api/public/verifications/:id/report')).toBe(0)
  await screen.getByRole('button', { name: 'Report this request' }).click()
  await expectText('Reported. Thank you. We don’t tell the sender.')
  expect(screen.getByRole('button', { name: 'Block this sender' }).query()).toBeNull()
})

it('moves the focus to the result of Block, and to the address after Use another address (PAGE-48)', async () => {
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  await api.holds('POST /api/public/verifications/:id/block')
  await screen.getByRole('button', { name: 'I don’t know who this is' }).click()
  const block = screen.getByRole('button', { name: 'Block this sender' })
  await block.click()
  const asked = await api.takes('POST /api/public/verifications/:id/block')
  await expect.element(block).toHaveFocus()
  await asked.answer(undefined)
  await expectText('Blocked.')
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Blocked\./)

  await api.answers('POST /api/public/verifications/:id/gate', { codeSent: true })
  await screen.getByLabelText('Your email').fill('sam@example.com')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByLabelText('Code')).toHaveFocus()
  await screen.getByRole('button', { name: 'Use another address' }).click()
  await expect.element(screen.getByLabelText('Your email')).toHaveFocus()
})

it('asks for the code after a reload, for an hour by its own clock (GATE-9, GATE-73)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  await api.answers('POST /api/public/verifications/:id/gate', { codeSent: true })
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  await screen.getByLabelText('Your email').fill('sam@example.com')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByLabelText('Code')).toBeVisible()
  await screen.unmount()
  vi.setSystemTime(new Date('2026-11-20T09:59:59Z'))
  const reloaded = await renderScreen(<GatePage type="age" gate={gate} />)
  await expect.element(reloaded.getByLabelText('Code')).toBeVisible()
  await reloaded.unmount()
  vi.setSystemTime(new Date('2026-11-20T10:00:01Z'))
  const later = await renderScreen(<GatePage type="age" gate={gate} />)
  await expect.element(later.getByLabelText('Your email')).toBeVisible()
})

it('keeps the secret of its set in this browser, and sends it when the gate is passed again (FORM-13, FORM-26)', async () => {
  const type = async () => {
    const screen = await renderScreen(<GatePage type="age" gate={gate} />)
    await api.holds('POST /api/public/verifications/:id/gate')
    await screen.getByLabelText('Your email').fill('sam@example.com')
    await screen.getByRole('button', { name: 'Continue' }).click()
    return { screen, asked: await api.takes('POST /api/public/verifications/:id/gate') }
  }
  const first = await type()
  expect(JSON.parse(first.asked.body)).toEqual({ email: 'sam@example.com', setSecret: null })
  const setSecret = 's'.repeat(43)
  await first.asked.answer({ token: 't', expiresAt: '2126-11-21T11:00:00.000Z', setSecret })
  await expectText('Email verified')
  await expect.poll(() => keptSetSecret.find(gate.formId)).toBe(setSecret)
  await first.screen.unmount()
  const again = await type()
  expect(JSON.parse(again.asked.body)).toEqual({ email: 'sam@example.com', setSecret })
  keptSetSecret.drop(gate.formId)
})

it('has its own heading for the code, and counts its tries, also over a reload (GATE-76)', async () => {
  await api.answers('POST /api/public/verifications/:id/gate', { codeSent: true })
  await api.refuses('POST /api/public/verifications/:id/gate/code', 'code_wrong', 'Wrong code')
  const screen = await renderScreen(<GatePage type="age" gate={gate} />)
  await screen.getByLabelText('Your email').fill('sam@example.com')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Check your email', level: 1 })).toBeVisible()
  expectNoText('Someone you met online', 'Nothing is shared by reading')

  const tryAt = async (page: typeof screen, count: number, told: RegExp) => {
    await page.getByLabelText('Code').fill(`12345${count}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByLabelText('Code')).toHaveAccessibleDescription(told)
    await expect.poll(() => api.count('POST /api/public/verifications/:id/gate/code')).toBe(count)
  }
  for (const count of [1, 2, 3]) await tryAt(screen, count, /Wrong code/)
  // The same code again leaves no new tries.
  await screen.getByRole('button', { name: 'Send the code again' }).click()
  await expect.element(screen.getByLabelText('Code')).toHaveValue('')
  await screen.unmount()

  const reloaded = await renderScreen(<GatePage type="age" gate={gate} />)
  await tryAt(reloaded, 4, /Wrong code/)
  expectNoText('fifth try')
  await tryAt(reloaded, 5, /That was your fifth try\. Ask for a new code\./)
  await tryAt(reloaded, 6, /You’ve had five tries\. Ask for a new code\./)
  await reloaded.getByRole('button', { name: 'Send a new code' }).click()
  await expect.element(reloaded.getByRole('button', { name: 'Send the code again' })).toBeVisible()
  await tryAt(reloaded, 7, /Wrong code/)
  expectNoText('five tries')
})
