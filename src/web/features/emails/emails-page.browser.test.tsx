import { expect, it } from 'vitest'
import type { EmailChoices } from '../../../contract/email-choices.ts'
import { api } from '../../testing/api.ts'
import { expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import EmailsPage from './emails-page.tsx'

const nothing: EmailChoices = {
  reference: '6F0D-0F8C',
  blocksSender: false,
  blocksAll: false,
  isReported: false,
}

it('changes nothing until a choice is pressed, and can be undone (BLOCK-1, BLOCK-2, BLOCK-3)', async () => {
  await api.answers('POST /api/email-choices', nothing)
  await api.holds('PUT /api/email-choices')
  const screen = await renderScreen(<EmailsPage />, '/emails?token=a.token')
  await expectText('This page is about request 6F0D-0F8C.', 'We don’t tell the sender any of this.')
  expect(await api.count('PUT /api/email-choices')).toBe(0)
  await screen.getByRole('button', { name: 'Block this sender' }).click()
  const blocking = await api.takes('PUT /api/email-choices')
  expect(JSON.parse(blocking.body)).toEqual({ token: 'a.token', blocksSender: true })
  await blocking.answer({ ...nothing, blocksSender: true })
  await screen.getByRole('button', { name: 'Unblock this sender' }).click()
  await (await api.takes('PUT /api/email-choices')).answer(nothing)
  await screen.getByRole('button', { name: 'Stop all requests by email' }).click()
  await (await api.takes('PUT /api/email-choices')).answer({ ...nothing, blocksAll: true })
  await expect.element(screen.getByRole('button', { name: 'Allow requests by email' })).toBeVisible()
})

it("reports the request once, and states that the sender isn't told (REPORT-1)", async () => {
  await api.answers('POST /api/email-choices', nothing)
  await api.answers('POST /api/email-choices/report', undefined)
  const screen = await renderScreen(<EmailsPage />, '/emails?token=a.token')
  await screen.getByRole('button', { name: 'Report this request' }).click()
  await expectText('Reported. Thank you.')
  expect(screen.getByRole('button', { name: 'Report this request' }).query()).toBeNull()
})

it('says below the pressed button that its choice was not saved (PAGE-46)', async () => {
  await api.answers('POST /api/email-choices', nothing)
  await api.refuses('PUT /api/email-choices', 'rate_limited')
  const screen = await renderScreen(<EmailsPage />, '/emails?token=a.token')
  const button = screen.getByRole('button', { name: 'Stop all requests by email' })
  await button.click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toBeVisible()
  const [above, below] = [button, alert].map((each) => each.element().getBoundingClientRect())
  expect(below?.top).toBeGreaterThanOrEqual(above?.bottom ?? Number.NaN)
  const next = screen.getByRole('button', { name: 'Report this request' }).element().getBoundingClientRect()
  expect(below?.bottom).toBeLessThanOrEqual(next.top)
})

it('shows an invalid address as not working, with a way on (BLOCK-1, PAGE-53)', async () => {
  await api.refuses('POST /api/email-choices', 'not_found')
  const screen = await renderScreen(<EmailsPage />, '/emails?token=x')
  await expectText('This link doesn’t work')
  await screen.getByRole('link', { name: 'Return Home' }).click()
  await expectText('Another page')
  expect(screen.path()).toBe('/')
})
