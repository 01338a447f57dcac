import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Subscription } from '../../../contract/plan.ts'
import { api, scriptPlan } from '../../testing/api.ts'
import { eventually, expectNoText, expectText, press } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { noPlan, paidPlan, pendingPlan, sampleUsage } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { PlanCard } from './plan-card.tsx'
import { PlanBanner } from './plan-option.tsx'

const refreshing = 'POST /api/subscription/refresh'

beforeAll(signIn)

async function openCard(subscription: Subscription) {
  await scriptPlan(subscription)
  await api.holds(refreshing)
  const screen = await renderScreen(<PlanCard />, '/dashboard')
  await expectText('Your plan')
  return { ...screen, button: screen.getByRole('button', { name: 'Refresh subscription' }) }
}

const isOpen = (button: { element(): Element }) => button.element().getAttribute('aria-disabled') === 'false'

/** The duration of the line at the button's bottom, in milliseconds; null without one. */
const restMs = (button: { element(): Element }) =>
  button.element().getAnimations({ subtree: true })[0]?.effect?.getTiming().duration ?? null

it.each([
  ['View Plans', noPlan],
  ['Manage subscription', paidPlan],
] as const)('links to the plans: %s (PLAN-8)', async (words, subscription) => {
  const screen = await openCard(subscription)
  await screen.getByRole('link', { name: words }).click()
  await eventually(() => expect(screen.path()).toBe('/subscription'))
})

it('sends a signed-out person to the login (PLAN-9)', async () => {
  const screen = await renderScreen(<PlanBanner subscription={undefined} isSignedIn={false} />)
  await expectText('Authentication required', 'You need to be logged in to subscribe to a plan.')
  await screen.getByRole('link', { name: 'Log in' }).click()
  await eventually(() => expect(screen.path()).toBe('/login'))
})

describe('over time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

  /** Opens the card and waits for the seconds during which its own loading locks the button. */
  async function openRested(subscription: Subscription) {
    const screen = await openCard(subscription)
    await eventually(() => expect(isOpen(screen.button)).toBe(false))
    await vi.advanceTimersByTimeAsync(5000)
    await eventually(() => expect(isOpen(screen.button)).toBe(true))
    return screen
  }

  it('a manual refresh shows its result, and unlocks its button after 10 s (PLAN-13)', async () => {
    const { button } = await openRested(noPlan)
    await press(button)
    await (await api.takes(refreshing)).answer(paidPlan)
    await expectText(
      'Subscription Refreshed',
      'Your subscription status has been updated.',
      'Monthly plan',
      'You can refresh again after 10 seconds.',
    )
    expect(document.activeElement).toBe(button.element())
    expect(restMs(button)).toBe(10_000)
    await vi.advanceTimersByTimeAsync(9999)
    expect(isOpen(button)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await eventually(() => expect(isOpen(button)).toBe(true))
    expect(restMs(button)).toBeNull()
    expectNoText('You can refresh again')
    await userEvent.keyboard('{Enter}')
    await (await api.takes(refreshing)).refuse('payments_unavailable')
    await expectText('Refresh Failed', 'There was a problem updating your subscription status.')
  })

  it('a page that becomes visible after 30 s refetches, and shows a failure (PLAN-12)', async () => {
    await openRested(paidPlan)
    const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(24_000)
    comeBack()
    expect(await api.count(refreshing)).toBe(0)
    await vi.advanceTimersByTimeAsync(2000)
    comeBack()
    await (await api.takes(refreshing)).refuse('payments_unavailable')
    await expectText('Subscription Refresh Error', 'There was an error loading your subscription data.')
    await expectText('Monthly plan')
  })

  it('of two overlapping refreshes, the result of the later one stays (PLAN-14)', async () => {
    const { button } = await openRested(pendingPlan)
    const earlier = await api.takes(refreshing)
    await vi.advanceTimersByTimeAsync(3000)
    await press(button)
    await (await api.takes(refreshing)).answer(paidPlan)
    await expectText('Subscription Refreshed', 'Monthly plan')
    await earlier.answer(pendingPlan)
    await vi.advanceTimersByTimeAsync(30_000)
    await expectText('Monthly plan')
    expectNoText('Subscription Pending')
    expect(await api.count(refreshing)).toBe(2)
  })

  it('a plan with a pending payment is polled 6 more times, and then the card waits (PLAN-14)', async () => {
    await openCard(pendingPlan)
    await api.holds('GET /api/usage')
    for (let made = 0; made < 6; made += 1) {
      await vi.advanceTimersByTimeAsync(3000 * 1.5 ** made - 1)
      expect(await api.count(refreshing)).toBe(made)
      await vi.advanceTimersByTimeAsync(1)
      await (await api.takes(refreshing)).answer(pendingPlan)
      expectNoText('Subscription Processing')
      await (await api.takes('GET /api/usage')).answer(sampleUsage())
    }
    await expectText(
      'Subscription Processing',
      'Your subscription is being processed. Please check back in a few minutes.',
    )
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await api.count(refreshing)).toBe(6)
  })
})
