import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../../../contract/plan.ts'
import type { VerificationSummary } from '../../../contract/verification.ts'
import { usageQuery } from '../../api/account.ts'
import { pickFirstWord } from '../../api/session-state.ts'
import { makeHistoryQuery, recentVerificationsQuery } from '../../api/verifications.ts'
import { resendConfirmation } from '../../shared/resend-confirmation.tsx'
import { describeDay, describeNextMonthStart } from '../../shared/time/moment.tsx'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import { sampleHistory, sampleSummary } from '../../testing/samples.ts'
import { FeatureCards, RecentActivity, WaitingRequests } from './dashboard-cards.tsx'
import { writeGreeting } from './dashboard-page.tsx'

const item = sampleSummary()

function recent(items: VerificationSummary[]) {
  const queries = new QueryClient()
  queries.setQueryData(recentVerificationsQuery.queryKey, sampleHistory(items))
  return renderPage(createElement(RecentActivity), { queries })
}

describe('the dashboard', () => {
  it('greets with the first word of the full name, and plainly without one (HOME-1)', () => {
    expect(writeGreeting(pickFirstWord('  Greta Maria Holm'))).toBe('Hello, Greta')
    expect(writeGreeting(pickFirstWord(' '))).toBe('Hello')
  })

  it('has two feature cards, each with a Get Started button (HOME-4)', () => {
    const page = renderPage(createElement(FeatureCards))
    expect(linksNamed(page, 'Get Started')).toEqual(['/age-confirmation', '/person-verification'])
    expect(page.text).toMatch(
      /Age Verification Both of you .* Get Started Person Verification Only they .* Get Started/,
    )
  })
})

describe('waiting requests', () => {
  const waiting = (items: VerificationSummary[]) => {
    const queries = new QueryClient()
    queries.setQueryData(makeHistoryQuery(null).queryKey, {
      pages: [sampleHistory(items)],
      pageParams: [''],
    })
    return renderPage(createElement(WaitingRequests), { queries })
  }

  it('are the three latest unanswered ones, each with its link (HOME-9)', () => {
    const open = ['Ana', 'Bo', 'Cy', 'Di'].map((thirdPartyName, n) => ({
      ...item,
      id: `00000000-0000-4000-8000-00000000000${n}`,
      thirdPartyName,
    }))
    const page = waiting([{ ...item, thirdPartyName: 'Ed', status: 'verified' }, ...open])
    expect(page.links.map(({ to }) => to)).toEqual(open.slice(0, 3).map(({ id }) => `/consent-form/${id}`))
    expect(page.text).toMatch(/^Waiting for an answer Ana Since .* Bo Since .* Cy Since /)
  })

  it('have no section when there are none (HOME-9)', () => {
    expect(
      waiting([
        { ...item, status: 'verified' },
        { ...item, role: 'third_party' },
      ]).text,
    ).toBe('')
  })
})

describe('at the monthly limit', () => {
  const spent = { used: 1, limit: 1, remaining: 0, unlimited: false }
  const left = { ...spent, used: 0, remaining: 1 }
  const cards = (usage: Partial<Usage>) => {
    const queries = new QueryClient()
    const since = '2026-11-01T00:00:00.000Z'
    const all: Usage = { tier: 'free', since, ageVerification: left, personVerification: left, ...usage }
    queries.setQueryData(usageQuery.queryKey, all)
    return renderPage(createElement(FeatureCards), { queries })
  }
  it('a card shows the date of the next one, and links to the plans instead of a blocked wizard (HOME-4)', () => {
    const page = cards({ ageVerification: spent })
    expect(linksNamed(page, 'Get Started')).toEqual(['/person-verification'])
    expect(linksNamed(page, 'View Plans')).toEqual(['/subscription'])
    expect(page.text).toContain(`You get more on ${describeDay(describeNextMonthStart(new Date()))}`)
  })
  it('an unlimited plan and a plan being paid keep the links', () => {
    const unlimited = { used: 9, limit: null, remaining: null, unlimited: true }
    const both = { ageVerification: unlimited, personVerification: unlimited }
    expect(linksNamed(cards({ tier: 'enterprise', ...both }), 'Get Started')).toHaveLength(2)
    const none = { ...spent, used: 0, limit: 0 }
    const waiting = { tier: 'pending', ageVerification: none, personVerification: none } as const
    expect(linksNamed(cards(waiting), 'Get Started')).toHaveLength(2)
  })
})

describe('recent activity', () => {
  it('leads from an age item to /consent-form/{id} and from a person item to /verify/{id}?type=person (HOME-6)', () => {
    const other = { ...item, id: '0b7e1c52-0f6c-4d1e-8c55-52f3a1a0b6d7', type: 'person' } as const
    expect(linksNamed(recent([item, other]), 'View')).toEqual([
      `/consent-form/${item.id}`,
      `/verify/${other.id}?type=person`,
    ])
  })

  it('names the requester of a record that the person was asked for, and links to it (HISTORY-9)', () => {
    const asked = recent([{ ...item, role: 'third_party', status: 'verified' }])
    expect(asked.text).toContain(`${item.fullName} Asked you for an age verification`)
    expect(linksNamed(asked, 'View')).toEqual([`/records/${item.id}`])
  })

  it("says 'No recent verification activity.' when there is none (HOME-5)", () => {
    expect(recent([]).text).toContain('No recent verification activity.')
  })
})

describe('the confirmation mail', () => {
  it("cannot be resent without an address: 'User email not available' (HOME-2)", async () => {
    expect(await resendConfirmation('')).toMatchObject({
      kind: 'error',
      title: 'Failed to send verification email',
      description: 'User email not available',
    })
  })
})
