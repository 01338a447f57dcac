import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { VerificationSummary } from '../../../contract/verification.ts'
import validityWords from '../../../words/en/validity.ts'
import { makeHistoryQuery } from '../../api/verifications.ts'
import { describeMoment } from '../../shared/time/moment.tsx'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import { sampleHistory, sampleSummary } from '../../testing/samples.ts'
import { HistoryCard } from './history-card.tsx'
import HistoryPage, { describeCount, HistoryList, type HistoryView, useHistory } from './history-page.tsx'

const item = sampleSummary({ verificationLink: 'https://assent.example/verify/6f0d0f8c?type=age' })

const card = (change: Partial<VerificationSummary> = {}) =>
  renderPage(createElement(HistoryCard, { item: { ...item, ...change } }))

/** The server's responses: these items in every view, and these counts. */
function told(items: VerificationSummary[], counts = { all: 5, age: 3, person: 2 }) {
  const queries = new QueryClient()
  for (const kind of [null, 'age', 'person'] as const)
    queries.setQueryData(makeHistoryQuery(kind).queryKey, {
      pages: [sampleHistory(items, { counts })],
      pageParams: [''],
    })
  return queries
}

function Tab({ shown }: { shown: HistoryView }) {
  return createElement(HistoryList, { view: shown, history: useHistory(shown) })
}

describe('a request that was closed unsuccessfully a month ago', () => {
  it('stays in the history with the date on which its details were erased (PRIVACY-16)', () => {
    const { text } = card({
      status: 'cancelled',
      thirdPartyName: '',
      platformName: '',
      thirdPartySocialMediaName: '',
      detailsErasedAt: '2026-12-21T10:15:00.000Z',
    })
    expect(text).toContain('Their details are erased')
    expect(text).toContain('keeps them for 30 days at most')
    expect(text).not.toContain('Social media')
  })
})

it('shows the current or past validity beside a verified status only (VALID-5)', () => {
  const at = '2026-11-22T10:00:00.000Z'
  const until = { at: describeMoment(at) }
  const withStatus = (status: VerificationSummary['status'], isOver: boolean) =>
    card({ status, validUntil: { at, isOver } }).text
  expect(withStatus('verified', false)).toContain(`Verified ${validityWords.badge.valid(until)}`)
  expect(withStatus('verified', true)).toContain(`Verified ${validityWords.badge.over(until)}`)
  expect(withStatus('withdrawn', true)).not.toMatch(/valid until/)
  expect(card({ status: 'verified' }).text).not.toMatch(/valid until/)
})

describe('the history', () => {
  const page = renderPage(createElement(HistoryPage), { queries: told([item]) })

  it("is headed 'Verification History', leads back to /dashboard, and counts the items of each tab (HISTORY-1)", () => {
    expect(page.html).toMatch(/<h1[^>]*>Verification History<\/h1>/)
    expect(linksNamed(page, 'Back to Dashboard')).toEqual(['/dashboard'])
    expect(page.text).toContain('All (5) Age Verifications (3) Person Verifications (2)')
  })

  it('counts to 1000 and shows that there are more (HISTORY-11)', () => {
    expect([describeCount(999), describeCount(1000), describeCount(1001)]).toEqual(['999', '1000', '1000+'])
    const many = told([item], { all: 1001, age: 1001, person: 0 })
    expect(renderPage(createElement(HistoryPage), { queries: many }).text).toContain(
      'Age Verifications (1000+)',
    )
  })

  it("doesn't state a list size that wasn't counted (HISTORY-11)", () => {
    const sizes = (all: number) =>
      renderPage(createElement(Tab, { shown: 'all' }), {
        queries: told([item], { all, age: all, person: 0 }),
      }).html.match(/aria-setsize="[^"]*"/g)
    expect(sizes(1000)).toEqual(['aria-setsize="1000"'])
    expect(sizes(1001)).toEqual(['aria-setsize="-1"'])
  })

  it.each([
    ['all', ['/age-confirmation', '/person-verification']],
    ['age', ['/age-confirmation']],
    ['person', ['/person-verification']],
  ] as const)('links from the empty tab %s to %j (HISTORY-6)', (view, ways) => {
    const empty = renderPage(createElement(Tab, { shown: view }), { queries: told([]) })
    expect(empty.links.map(({ to }) => to)).toEqual(ways)
  })
})

describe('a card of the history', () => {
  it.each([
    ['queued', 'The link is waiting to be emailed to them. Since'],
    ['address_refused', 'says this address doesn’t exist. Correct it'],
  ] as const)(
    'shows the delivery of an invitation that is %s, without an announcement',
    (state, delivery) => {
      const page = card({ invitation: { state, at: '2026-11-21T10:16:00.000Z' } })
      expect(page.text).toContain(delivery)
      expect(page.html).not.toMatch(/role="(alert|status)"/)
      expect(card().text).not.toContain(delivery)
    },
  )

  it('shows type, status badge, your name, third party, platform, social media and the created date (HISTORY-3)', () => {
    const { text, html } = card()
    expect(text).toMatch(/^Sam Reed View Pending Hinge · @sam Age Verification /)
    expect(text).toMatch(/Your name Ada Lovelace Third party Sam Reed Platform Hinge Social media @sam/)
    expect(html).toContain('<time dateTime="2026-11-21T10:15:00.000Z">')
    expect(card({ type: 'person' }).text).toMatch(/^Sam Reed View Pending Hinge · @sam Person Verification /)
  })

  it('leads to /consent-form/{id} for age and /person-verification-view/{id} for person (HISTORY-4)', () => {
    expect(linksNamed(card(), 'View')).toEqual([`/consent-form/${item.id}`])
    expect(linksNamed(card({ type: 'person' }), 'View')).toEqual([`/person-verification-view/${item.id}`])
  })

  it('names the requester of a record, and links to it (HISTORY-9)', () => {
    const asked = card({ role: 'third_party', status: 'verified', verificationLink: null })
    expect(asked.text).toMatch(/^Ada Lovelace View .*They asked you/)
    expect(asked.text).toMatch(/Asked by Ada Lovelace Your name Sam Reed Platform Hinge Social media @sam/)
    expect(linksNamed(asked, 'View')).toEqual([`/records/${item.id}`])
    expect(asked.text).not.toMatch(/Third party|link/i)
    expect(card().text).not.toContain('asked you')
  })

  it('has a link block when a link exists (HISTORY-5)', () => {
    expect(card().html).toContain(`value="${item.verificationLink}"`)
    expect(card().text).toContain('Copy link')
  })

  it('reports a pending item without a link as not generated yet (HISTORY-5)', () => {
    expect(card({ verificationLink: null }).text).toContain('No verification link has been generated yet.')
    expect(card({ verificationLink: null, status: 'rejected' }).text).not.toContain('generated')
  })
})
