import { QueryClient } from '@tanstack/react-query'
import { createElement, Fragment } from 'react'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../../../../contract/plan.ts'
import { monthlyAllowance, type Tier } from '../../../../domain/plan/tier.ts'
import { usageQuery } from '../../../api/account.ts'
import { linksNamed, renderPage } from '../../../testing/render-page.ts'
import { sampleMonth, sampleUsage } from '../../../testing/samples.ts'
import PendingPlan from './pending-plan.tsx'
import { UsageGate } from './usage-gate.tsx'
import { DashboardLink, PlansLink } from './wizard-frame.tsx'

function makeUsage(tier: Tier, used: number): Usage {
  const month = sampleMonth(used, monthlyAllowance[tier].age)
  return sampleUsage({ tier, ageVerification: month, personVerification: month })
}

function knowing(usage: Usage | null): QueryClient {
  const queries = new QueryClient()
  if (usage) queries.setQueryData(usageQuery.queryKey, usage)
  return queries
}

function gate(kind: 'age' | 'person', known: Usage | QueryClient | null, isEdited = false) {
  const queries = known instanceof QueryClient ? known : knowing(known)
  const limitActions = createElement(
    Fragment,
    null,
    createElement(PlansLink, null, 'The plans'),
    createElement(DashboardLink),
  )
  // biome-ignore lint/correctness/noChildrenProp: the gate's child is a function, which createElement takes as a property only
  const element = createElement(UsageGate, { kind, isEdited, limitActions, children: () => 'The wizard' })
  return renderPage(element, { queries })
}

describe('the usage check before a wizard', () => {
  it("shows 'Checking subscription status...' while the subscription is being checked (CREATE-1)", () => {
    expect(gate('age', null).text).toBe('Checking subscription status...')
  })

  it('opens the wizard while there is an allowance left', () => {
    expect(gate('age', makeUsage('free', 0)).text).toBe('The wizard')
  })

  it.each(['age', 'person'] as const)(
    "shows 'Subscription Limit Reached' when the monthly limit for %s verifications is reached, with the next steps (CREATE-2)",
    (kind) => {
      const page = gate(kind, makeUsage('free', 1))
      expect(page.text).toContain('Subscription Limit Reached')
      expect(page.text).toContain(`You've reached your monthly limit for ${kind} verifications`)
      expect(page.text).not.toContain('The wizard')
      expect(linksNamed(page, 'The plans')).toEqual(['/subscription'])
      expect(linksNamed(page, 'Back to Dashboard')).toEqual(['/dashboard'])
    },
  )

  it('waits for the current allowance when the cached one is stale, for example after a creation (CREATE-2)', async () => {
    const queries = knowing(makeUsage('free', 0))
    await queries.invalidateQueries({ queryKey: usageQuery.queryKey })
    expect(gate('person', queries).text).toBe('Checking subscription status...')
    expect(gate('person', queries, true).text).toBe('The wizard')
  })

  it('keeps the wizard open for a person who has edited the form, limit or not (CREATE-2)', () => {
    expect(gate('person', makeUsage('free', 1), true).text).toBe('The wizard')
    expect(gate('person', makeUsage('pending', 0), true).text).toBe('The wizard')
  })

  it("shows 'Subscription Pending' while a payment is being processed, without a limit or an upgrade (CREATE-3)", () => {
    expect(gate('person', makeUsage('pending', 0)).text).not.toMatch(/limit|upgrade|The wizard/i)
    const page = renderPage(createElement(PendingPlan))
    expect(page.text).toContain('Subscription Pending')
    expect(page.text).toContain('Your subscription is being processed')
    expect(page.text).toContain('Processing payment, please wait...')
    expect(page.text).not.toMatch(/limit|upgrade/i)
    expect(linksNamed(page, 'View Subscription Plans')).toEqual(['/subscription'])
    expect(linksNamed(page, 'Back to Dashboard')).toEqual(['/dashboard'])
  })
})
