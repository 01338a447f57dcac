import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { HeldData as Held, HeldDataErased } from '../../../contract/privacy.ts'
import { renderPage } from '../../testing/render-page.ts'
import { sampleHeldData, sampleHeldRequest } from '../../testing/samples.ts'
import { describeErasure, HeldData } from './held-data.tsx'
import { ProveAddress } from './held-data-page.tsx'

function renderPageOf(held: Held) {
  const queries = new QueryClient()
  queries.setQueryData(['held-data', 'a token'], held)
  return renderPage(createElement(HeldData, { token: 'a token', onEnded: () => {} }), { queries })
}

it('held data are empty only if there is no account either (PRIVACY-21)', () => {
  expect(renderPageOf(sampleHeldData()).text).toContain('We hold nothing about this address.')
  const { text } = renderPageOf(sampleHeldData({ hasAccount: true }))
  expect(text).toContain('There’s an account with this address.')
  expect(text).toContain('Apart from the account, we hold nothing about this address.')
  expect(text).not.toContain('We hold nothing')
})

/** What an erasure is reported with. */
const report = (result: Partial<HeldDataErased>, held: Partial<Held> = {}) =>
  describeErasure({ erased: 0, kept: 0, waiting: 0, ...result }, sampleHeldData(held))

it('the same applies after the erasure, and a kept record is named (PRIVACY-21)', () => {
  expect(report({ erased: 1 })).toBe('1 request was erased. We no longer hold anything about your address.')
  expect(report({ erased: 2 }, { hasAccount: true })).toBe(
    '2 requests were erased. Apart from your account, we no longer hold anything about your address.',
  )
  expect(report({ erased: 1, kept: 1 }, { hasAccount: true })).toContain(
    '1 sealed record stays with the other person',
  )
})

it('after the erasure, blocks are still held and listed (BLOCK-5)', () => {
  for (const blocks of [
    { senders: 1, all: false },
    { senders: 0, all: true },
  ]) {
    const text = report({ erased: 1 }, { blocks })
    expect(text).toContain('What you blocked stays blocked. For that we keep a coded form of your address.')
    expect(text).not.toContain('no longer hold')
  }
})

it('after the erasure, an open request is still waiting (NO-5, PRIVACY-23)', () => {
  expect(report({ waiting: 1 })).toBe(
    'What you added to 1 open request is deleted. What was typed about you there stays until 30 days after it ends, so that the sender doesn’t notice.',
  )
})

it('before the page’s code runs, no press can put the email into the page’s address (PAGE-10)', () => {
  const { html } = renderPage(createElement(ProveAddress, { onSent: () => {}, onProven: () => {} }))
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""|<button[^>]*disabled=""[^>]*type="submit"/)
})

const record = (status: 'verified' | 'withdrawn' | 'rejected', declineReason: string | null = null) =>
  sampleHeldData({
    requests: [
      sampleHeldRequest({
        status,
        isRecord: true,
        youGave: { signature: 'Sam Noe', signedOn: '2026-03-01', declineReason, language: null },
      }),
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
