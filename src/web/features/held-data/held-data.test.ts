import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { HeldData as Held } from '../../../contract/privacy.ts'
import { renderPage } from '../../testing/render-page.ts'
import { describeErasure, HeldData } from './held-data.tsx'
import { ProveAddress } from './held-data-page.tsx'

function renderPageOf(held: Held) {
  const queries = new QueryClient()
  queries.setQueryData(['held-data', 'a token'], held)
  return renderPage(createElement(HeldData, { token: 'a token', onEnded: () => {} }), { queries })
}

it('held data are empty only if there is no account either (PRIVACY-21)', () => {
  const email = 'sam@example.com'
  expect(
    renderPageOf({ email, hasAccount: false, requests: [], blocks: { senders: 0, all: false } }).text,
  ).toContain('We hold nothing about this address.')
  const { text } = renderPageOf({ email, hasAccount: true, requests: [], blocks: { senders: 0, all: false } })
  expect(text).toContain('There’s an account with this address.')
  expect(text).toContain('Apart from the account, we hold nothing about this address.')
  expect(text).not.toContain('We hold nothing')
})

const noBlocks = { senders: 0, all: false }

it('the same applies after the erasure, and a kept record is named (PRIVACY-21)', () => {
  expect(describeErasure({ erased: 1, kept: 0, waiting: 0 }, { hasAccount: false, blocks: noBlocks })).toBe(
    '1 request was erased. We no longer hold anything about your address.',
  )
  expect(describeErasure({ erased: 2, kept: 0, waiting: 0 }, { hasAccount: true, blocks: noBlocks })).toBe(
    '2 requests were erased. Apart from your account, we no longer hold anything about your address.',
  )
  expect(
    describeErasure({ erased: 1, kept: 1, waiting: 0 }, { hasAccount: true, blocks: noBlocks }),
  ).toContain('1 sealed record stays with the other person')
})

it('after the erasure, blocks are still held and listed (BLOCK-5)', () => {
  for (const blocks of [
    { senders: 1, all: false },
    { senders: 0, all: true },
  ]) {
    const text = describeErasure({ erased: 1, kept: 0, waiting: 0 }, { hasAccount: false, blocks })
    expect(text).toContain('What you blocked stays blocked. For that we keep a coded form of your address.')
    expect(text).not.toContain('no longer hold')
  }
})

it('after the erasure, an open request is still waiting (NO-5, PRIVACY-23)', () => {
  const waiting = describeErasure({ erased: 0, kept: 0, waiting: 1 }, { hasAccount: false, blocks: noBlocks })
  expect(waiting).toBe(
    'What you added to 1 open request is deleted. What was typed about you there stays until 30 days after it ends, so that the sender doesn’t notice.',
  )
})

it('before the page’s code runs, no press can put the email into the page’s address (PAGE-10)', () => {
  const { html } = renderPage(createElement(ProveAddress, { onSent: () => {}, onProven: () => {} }))
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""|<button[^>]*disabled=""[^>]*type="submit"/)
})

const record = (
  status: 'verified' | 'withdrawn' | 'rejected',
  declineReason: string | null = null,
): Held => ({
  email: 'sam@example.com',
  hasAccount: false,
  blocks: noBlocks,
  requests: [
    {
      id: 'f5f1a9d4-0e69-4bd7-8dd6-5f0b3f7a2a11',
      type: 'person',
      status,
      createdAt: '2026-03-01T10:00:00.000Z',
      closedOrVerifiedAt: '2026-03-01T11:00:00.000Z',
      saidNoAt: null,
      keptUntil: null,
      isRecord: true,
      typedAboutYou: {
        name: 'Sam Noe',
        socialMediaName: '@sam',
        ageOnPlatform: null,
        ageClaimed: null,
        email: 'sam@example.com',
        phone: null,
        platform: 'Instagram',
        additionalTerms: null,
      },
      youGave: { signature: 'Sam Noe', signedOn: '2026-03-01', declineReason, language: null },
      uploads: [],
      holds: [],
      mails: [],
      did: [],
    },
  ],
})

it('a record shows the effect of a withdrawal, and offers none after one (PRIVACY-22)', () => {
  expect(renderPageOf(record('verified')).text).toContain(
    'If you withdraw your consent, the photos and IDs of both of you are deleted.',
  )
  const { text } = renderPageOf(record('withdrawn'))
  expect(text).toContain('Consent has been withdrawn.')
  expect(text).not.toContain('You can withdraw')
})

it('a declined request shows why, in the person’s own words (PRIVACY-21)', () => {
  expect(renderPageOf(record('rejected', 'We never met.')).text).toContain('We never met.')
  expect(renderPageOf(record('rejected')).text).not.toContain('Your reason for declining')
})
