import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { activityDays, minimumAgeYears } from '../../../domain/account/limits.ts'
import { ratings } from '../../../domain/feedback.ts'
import { recordLinkLifeDays } from '../../../domain/record/limits.ts'
import { draftLifeDays } from '../../../domain/verification/verification.ts'
import keptWords from '../../../words/en/kept-proof.ts'
import type { Site } from '../../api/site.ts'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import type { Article } from './article-page.tsx'
import PrivacyPage, { writePrivacyText } from './privacy-page.tsx'
import TermsPage, { writeTermsText } from './terms-page.tsx'

const site: Site = {
  publicUrl: 'https://assent.example',
  supportEmail: 'help@assent.example',
  legalEmail: 'legal@assent.example',
  exitUrl: 'https://weather.example/',
  retentionDays: '47',
  backupDays: '21',
  documentReading: 'on',
  wallets: 'off',
  vouchers: 'off',
  linkLifeDays: '13',
}
const pages = { privacy: PrivacyPage, terms: TermsPage }

it.each([
  ['privacy', 3],
  ['terms', 1],
] as const)('links every contact address in /%s (PUBLIC-18)', (name, times) => {
  const page = renderPage(createElement(pages[name]))
  expect(linksNamed(page, '__SUPPORT_EMAIL__')).toEqual(Array(times).fill('mailto:__SUPPORT_EMAIL__'))
  expect(page.text).toContain('__SUPPORT_EMAIL__')
  expect(page.text.split('__SUPPORT_EMAIL__')).toHaveLength(times + 1)
})

const listWords = ({ parts }: Article) => parts.flatMap(({ blocks }) => blocks.flat()).join(' ')
const privacy = listWords(writePrivacyText(site))

describe.each([
  ['the privacy policy', writePrivacyText(site)],
  ['the terms', writeTermsText(site)],
])('%s', (_, text) => {
  it('states the periods and the address of this installation (PUBLIC-11)', () => {
    expect(listWords(text)).toContain('deleted 47 days after')
    expect(listWords(text)).toContain('closes after 13 days')
    expect(listWords(text)).toContain('help@assent.example')
  })

  it('states the minimum age of the rules (PUBLIC-10)', () => {
    expect(listWords(text)).toContain(`at least ${minimumAgeYears}`)
  })

  it('gives every part its own link (PUBLIC-12)', () => {
    const ids = text.parts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('states the real lifetime of the link in the email about a record (PUBLIC-11)', () => {
  expect(privacy).toContain(`works for ${recordLinkLifeDays} days`)
})

it('states how long unfinished work is kept (PUBLIC-11, DRAFT-4)', () => {
  expect(privacy).toContain(`kept for ${draftLifeDays} days after your last change`)
})

it('states the stored data of feedback, with the possible ratings, and its deletion (PUBLIC-11)', () => {
  expect(privacy).toContain(
    `from ${Math.min(...ratings)} to ${Math.max(...ratings)}, we store the rating, your comment`,
  )
  expect(privacy).toContain('Feedback is deleted with the account that gave it.')
})

it('states the stored data of a kept ID reading, a passkey, an app and the account’s security (PUBLIC-11, ONCE-1)', () => {
  expect(privacy).toContain(`For ${activityDays} days we keep what happened to the security of your account`)
  expect(privacy).toContain('we store its secret encrypted, and its recovery codes only as hashes')
  expect(privacy).toContain('until when the reading may be used again, a year or until the document ends')
  expect(privacy).toContain(`It is gone when you press “${keptWords.forget}” in your settings`)
})

it('states how long deleted data can still be in a backup (PUBLIC-11, RESTORE-7)', () => {
  expect(privacy).toContain('in a backup, which we keep for 21 days')
})

it('keeps the specified facts in the terms (PUBLIC-10)', () => {
  const text = writeTermsText(site)
  expect(text.updated).toBe('May 16 2025')
  const terms = listWords(text)
  expect(terms).toContain('at least 13 years old')
  expect(terms).toContain('under 18, you need the permission of a parent or guardian. At present')
  expect(terms).toContain('the greater of what you paid us in the 12 months before the event and $100')
  expect(terms).toContain('arbitration in the United Kingdom')
})

it.each([
  ['the privacy policy', writePrivacyText(site), 'November 29, 2026', 'f072c82a954e5590'],
  ['the terms', writeTermsText(site), 'November 29, 2026', '2bd5049c7f08250e'],
])('%s: the date of the last change is updated with the text (PUBLIC-10)', (_, text, day, fingerprint) => {
  expect([text.updated, listWords(text)].join(' ')).toContain(day)
  expect(createHash('sha256').update(listWords(text)).digest('hex').slice(0, 16)).toBe(fingerprint)
})
