import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.ts'
import { UsageMeter } from './plan-card.tsx'

it('a month is shown in each of its displays (USAGE-6)', () => {
  const shown = (state: Parameters<typeof UsageMeter>[0]['usage']) =>
    renderPage(createElement(UsageMeter, { kind: 'age', usage: state }))
  expect(shown('loading').text).toBe('')
  expect(shown({ used: 3, remaining: Number.POSITIVE_INFINITY }).text).toMatch(/^Unlimited /)
  expect(shown({ used: 5, remaining: 0 }).text).toBe(
    "Limit Reached You've used all your age verifications for this month. Upgrade your plan to continue using this feature.",
  )
  expect(shown({ used: 2, remaining: 3 }).text).toBe('Age verifications 2 / 5 used')
  expect(shown({ used: 2, remaining: 3 }).html).toContain('aria-valuenow="40"')
  expect(shown('failed').text).toBe(
    'Subscription Data Issue There was a problem loading your subscription data. Please refresh the page or contact support.',
  )
})
