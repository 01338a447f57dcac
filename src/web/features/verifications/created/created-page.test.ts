import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { VerificationStatus } from '../../../../domain/verification/verification.ts'
import { makeCreatedLinkQuery } from '../../../api/verifications.ts'
import { linksNamed, renderPage } from '../../../testing/render-page.ts'
import CreatedPage from './created-page.tsx'

const id = '6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'

function renderPageOf(status: VerificationStatus, kind = 'age-confirmation') {
  const queries = new QueryClient()
  queries.setQueryData(makeCreatedLinkQuery(id).queryKey, {
    type: 'age',
    status,
    verificationLink: `https://assent.example/verify/${id}`,
    invitation: { state: 'queued', at: null },
  })
  return renderPage(createElement(CreatedPage), {
    path: `/${kind}/created/${id}`,
    route: `/${kind}/created/:formId`,
    queries,
  })
}

it('shows the link and the next steps while the request is open (CREATE-24)', () => {
  const { text, html } = renderPageOf('pending')
  expect(text).toContain('Verification link created')
  expect(text).toContain('What happens next')
  expect(html).toContain(`https://assent.example/verify/${id}`)
})

it('redirects from the address of the other kind (CREATE-24)', () => {
  expect(renderPageOf('pending', 'person-verification').text).toBe('')
})

it.each([
  ['rejected', 'This verification was rejected'],
  ['expired', 'was not completed in time'],
] as const)(
  'shows that the link of a request that is %s has ended, and links to the request (CREATE-24)',
  (status, why) => {
    const page = renderPageOf(status)
    expect(page.text).toContain('This link has ended')
    expect(page.text).not.toContain('Verification link created')
    expect(page.text).toContain(why)
    expect(linksNamed(page, 'View Verification')).toEqual([`/consent-form/${id}`])
  },
)

it('shows that both signed a completed request, and links to the record (CREATE-24)', () => {
  const page = renderPageOf('verified')
  expect(page.text).toContain('You’ve both signed')
  expect(page.text).not.toMatch(/Link expired|This link has ended/)
  expect(linksNamed(page, 'View Verification')).toEqual([`/consent-form/${id}`])
})
