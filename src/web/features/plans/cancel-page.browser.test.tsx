import { expect, it } from 'vitest'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import CancelPage, { meta } from './cancel-page.tsx'
import { begunCheckout } from './use-plan.tsx'

it('tells a person who came back from a checkout that it was cancelled (PAY-6)', async () => {
  begunCheckout.note()
  const screen = await renderScreen(<CancelPage />, '/subscription/cancel')
  expect(meta()).toEqual([{ title: 'Checkout · Assent' }])
  await expectText(
    'Checkout Cancelled',
    'Nothing was bought or charged. Your plan hasn’t changed.',
    'Checkout cancelled',
    'Your subscription checkout was cancelled.',
  )
  await screen.getByRole('link', { name: 'View Plans' }).click()
  await expect.poll(screen.path).toBe('/subscription')
})

it('tells other visitors that nothing was cancelled (PAY-20)', async () => {
  const screen = await renderScreen(<CancelPage />, '/subscription/cancel')
  await expectText('No checkout to cancel', 'Your plan hasn’t changed.')
  expectNoText('Checkout Cancelled', 'Checkout cancelled')
  await screen.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect.poll(screen.path).toBe('/dashboard')
})
