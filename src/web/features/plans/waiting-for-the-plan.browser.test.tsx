import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Subscription } from '../../../contract/plan.ts'
import { api } from '../../testing/api.ts'
import { eventually, expectNoText, expectText, listOpenButtons, press } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { noPlan, paidPlan, pendingPlan, sampleUsage } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import SuccessPage, { meta } from './success-page.tsx'
import { begunCheckout } from './use-plan.tsx'

const refreshing = 'POST /api/subscription/refresh'
/** The request within 3 s of a refresh: it returns the server's stored state. */
const looking = 'GET /api/subscription'
const waiting = 'Activating your subscription...'

beforeAll(signIn)
beforeEach(async () => {
  for (const name of [refreshing, looking, 'GET /api/usage'] as const) await api.holds(name)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

/** Opens the page; its first reading returns this. */
async function comeBack(found: Subscription) {
  const screen = await renderScreen(<SuccessPage />, '/subscription/success')
  await readNext(0, found)
  return screen
}

/** Waits until the page reads again, and returns this. */
async function readNext(
  afterMs: number,
  found: Subscription,
  name: typeof refreshing | typeof looking = refreshing,
) {
  await vi.advanceTimersByTimeAsync(afterMs)
  await (await api.takes(name)).answer(found)
  await (await api.takes('GET /api/usage')).answer(sampleUsage())
}

const countReadings = async () => (await api.count(refreshing)) + (await api.count(looking))

/** The delays before that many retries: 2 s, each half as long again as the one before. */
const waits = (count: number) => Array.from({ length: count }, (_, made) => 2000 * 1.5 ** made)

const refreshButton = 'Refresh Subscription Status'

async function refreshByHand(screen: Awaited<ReturnType<typeof comeBack>>, found: Subscription) {
  await press(screen.getByRole('button', { name: refreshButton }))
  await readNext(0, found, looking)
}

it('waits with thanks, and navigates to the dashboard once the plan is in force (PAY-7, PAY-9)', async () => {
  begunCheckout.note()
  const screen = await comeBack(pendingPlan)
  expect(meta()).toEqual([{ title: 'Subscription successful · Assent' }])
  await expectText('Subscription Successful!', 'Thank you for choosing a plan.', waiting)
  const links = screen.container.querySelectorAll('a')
  expect([...links].map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
    ['Go to Dashboard', '/dashboard'],
    ['View Subscription Details', '/subscription'],
  ])
  expect(begunCheckout.isNoted()).toBe(false)
  await readNext(2000, paidPlan, looking)
  await expectText(
    'Your Monthly plan is active. Taking you to the dashboard...',
    'Subscription activated',
    'Thank you for subscribing! Your Monthly plan is now active.',
  )
  expectNoText(waiting)
  await vi.advanceTimersByTimeAsync(1499)
  expect(screen.path()).toBe('/subscription/success')
  await vi.advanceTimersByTimeAsync(1)
  await eventually(() => expect(screen.path()).toBe('/dashboard'))
})

it('explains more and more about a late payment, and lets the person leave (PAY-8, PAY-10)', async () => {
  await comeBack(pendingPlan)
  const [first = 0, second = 0, third = 0, fourth = 0, ...later] = waits(10)
  await readNext(first, pendingPlan, looking)
  for (const waitMs of [second, third]) await readNext(waitMs, pendingPlan)
  expectNoText('your plan starts once your payment is confirmed.')
  await readNext(fourth, pendingPlan)
  await expectText('You can go on: your plan starts once your payment is confirmed.')
  expectNoText('Taking longer than expected?')
  for (const waitMs of later) await readNext(waitMs, pendingPlan)
  await expectText(
    'Taking longer than expected?',
    'Refresh the status, or come back in a few minutes. You won’t be charged twice.',
    'Subscription Processing',
    'Your subscription is being processed. Please check back in a few minutes.',
  )
  expectNoText(waiting)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await countReadings()).toBe(11)
})

it('shows a refused payment instead of waiting for it (PAY-12)', async () => {
  await comeBack({ ...noPlan, standing: 'refused' })
  await expectText('Payment not accepted', 'Nothing was charged. Choose a plan to try again.')
  expectNoText(waiting, 'Subscription Successful!')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await countReadings()).toBe(1)
})

it('tells a visitor without a purchase that nothing was bought (PAY-19)', async () => {
  await comeBack(noPlan)
  await expectText(
    'Nothing was bought',
    'Nothing was charged. If you’ve just paid, refresh the status in a moment.',
  )
  expectNoText(waiting, 'Subscription Successful!')
})

describe('a manual refresh', () => {
  it('finds the plan and navigates to the dashboard after a second (PAY-11)', async () => {
    const screen = await comeBack(pendingPlan)
    await refreshByHand(screen, paidPlan)
    await expectText('Subscription Active', 'Your Monthly plan is now active.')
    await vi.advanceTimersByTimeAsync(999)
    expect(screen.path()).toBe('/subscription/success')
    await vi.advanceTimersByTimeAsync(1)
    await eventually(() => expect(screen.path()).toBe('/dashboard'))
  })

  it('reports that it is still being processed, or a failure, and can be pressed again after 10 s (PAY-11)', async () => {
    const screen = await comeBack(pendingPlan)
    const button = screen.getByRole('button', { name: refreshButton })
    await press(button)
    const asked = await api.takes(looking)
    await expectText('Refreshing...')
    await asked.answer(pendingPlan)
    await (await api.takes('GET /api/usage')).answer(sampleUsage())
    await expectText('Still Processing', 'We’ll keep checking.', 'You can refresh again after 10 seconds.')
    await vi.advanceTimersByTimeAsync(9999)
    expect(listOpenButtons()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await eventually(() => expect(listOpenButtons()).toEqual([refreshButton]))
    await api.fails(refreshing)
    await press(button)
    await expectText('Refresh Error', 'There was a problem updating your subscription status.')
  })

  it("doesn't navigate when the person has gone to another page (PAGE-42)", async () => {
    const screen = await comeBack(pendingPlan)
    await press(screen.getByRole('button', { name: refreshButton }))
    const asked = await api.takes(looking)
    await press(screen.getByRole('link', { name: 'View Subscription Details' }))
    await expectText('Another page')
    await asked.answer(paidPlan)
    await (await api.takes('GET /api/usage')).answer(sampleUsage())
    await expectText('Your Monthly plan is now active.')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(screen.path()).toBe('/subscription')
  })
})

it('stops polling when the page is left', async () => {
  const screen = await comeBack(pendingPlan)
  await screen.unmount()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await countReadings()).toBe(1)
})
