import { createElement } from 'react'
import { expect, it } from 'vitest'
import { linksNamed, listButtons, renderPage } from '../../../testing/render-page.ts'
import { describeAfterWithdrawal, describeWithdrawal } from '../record-files.tsx'
import { RequestLink, WithdrawnHere } from './request-link.tsx'

const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11'

it('offers a new link when there was none, and reports an invalid one (RECORD-20)', () => {
  const bare = renderPage(createElement(RequestLink, { id, hadLink: false }))
  expect(bare.text).toContain('Open your record')
  expect(bare.text).not.toContain('This link')
  const ended = renderPage(createElement(RequestLink, { id, hadLink: true }))
  expect(ended.text).toContain('This link doesn’t open a record')
  for (const page of [bare, ended]) {
    expect(listButtons(page)).toEqual(['Send me a new link'])
    expect(linksNamed(page, 'Log in')).toEqual(['/login'])
  }
})

it('prefills the address that was proven on the previous page (RECORD-20)', () => {
  const page = renderPage(createElement(RequestLink, { id, hadLink: false }), {
    state: { email: 'sam@example.com' },
  })
  expect(page.html).toMatch(/<input[^>]*value="sam@example.com"/)
})

const left = { id, withdrawnAt: '2026-11-21T10:00:00.000Z', heldUntil: null }

it('offers a new link after a withdrawal, because its mail may be lost (RECORD-20)', () => {
  const page = renderPage(createElement(WithdrawnHere, { ...left, isOtherMailed: true }))
  expect(page.text).toContain('Consent withdrawn')
  expect(page.text).toContain('If it doesn’t arrive, ask for another to the address')
  expect(listButtons(page)).toEqual(['Send me a new link'])
})

it('states that a person without an account gets no mail, before and after (RECORD-28)', () => {
  const describeMails = (isOtherMailed: boolean) =>
    describeWithdrawal(isOtherMailed, { endsOwn: false, heldUntil: null }) +
    renderPage(createElement(WithdrawnHere, { ...left, isOtherMailed })).text
  expect(describeMails(true)).toMatch(/We email the other person\..*We’re emailing both of you\./s)
  expect(describeMails(false)).toMatch(/we can’t email them\..*we’re emailing only you,/s)
  expect(describeMails(false)).not.toMatch(/We email the other|emailing both/)
})

it('states before and after that a hold of the other person keeps the files, not that they are destroyed (HOLD-9)', () => {
  const heldUntil = '2027-05-20T10:00:00.000Z'
  const theirs = { reason: 'x', setAt: heldUntil, endsAt: heldUntil, endedAt: null }
  const holds = [
    { ...theirs, by: 'creator' as const },
    { ...theirs, by: 'third_party' as const },
  ]
  const before = (shown: typeof holds) =>
    describeWithdrawal(true, describeAfterWithdrawal({ party: 'third_party', holds: shown }))
  const after = renderPage(createElement(WithdrawnHere, { ...left, heldUntil, isOtherMailed: true })).text
  for (const text of [before(holds), after]) {
    expect(text).toMatch(/the other person needs them for a legal claim, until .*2027.* at the latest/)
    expect(text).not.toContain('are deleted')
  }
  expect(before(holds)).toContain('Your legal hold ends with it.')
  const own = before(holds.slice(1))
  expect(own).toContain('Your legal hold ends with it. The photos and IDs of both of you are deleted.')
  expect(before([])).not.toMatch(/legal (hold|claim)/)
})
