import { describe, expect, it } from 'vitest'
import type { LanguageTag } from '../../../domain/language.ts'
import words from '../../../words/en/account-mails.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import recordWords from '../../../words/en/record-mails.ts'
import { speakIn } from '../language/index.ts'
import { describeMoment, type MailContent, type Recipient, renderMail } from './index.ts'

const typed = `"Łucja" <b>O'Neill</b> & sons`
const to = (...languages: Recipient['languages']): Recipient => ({ email: 'ann@example.org', languages })

it('escapes user input in every place', () => {
  const { html, text } = renderMail(to('en'), () => ({
    subject: typed,
    heading: typed,
    paragraphs: [typed, typed],
    action: { label: typed, url: `https://app.example/?a=1&b=${typed}` },
    code: typed,
    footnote: typed,
    reference: typed,
  }))
  expect(html.split('&quot;Łucja&quot; &lt;b&gt;O&#39;Neill&lt;/b&gt; &amp; sons')).toHaveLength(12)
  expect(html).not.toContain('<b>')
  expect(html).toContain('href="https://app.example/?a=1&amp;b=&quot;Łucja')
  expect(text.split(typed)).toHaveLength(9)
})

const url = 'https://app.example/forgot-password'
const at = new Date('2026-03-11T12:00:00Z')

/** A mail with a value in every kind of place. */
const write = (): MailContent => ({
  subject: words.passwordChanged.subject,
  heading: words.passwordChanged.heading,
  paragraphs: [words.passwordChanged.paragraph({ at: describeMoment(at) })],
  action: { label: recordWords.ready.action, url: 'https://app.example/records/1/' },
  code: '123456',
  footnote: words.passwordChanged.footnote({ url }),
  reference: 'ABCD-2345',
})

describe('a mail in several languages (WORDS-8)', () => {
  const mail = renderMail(to('ar', 'en'), write)

  it('has the subject of the first, and the whole of each, in its own part', () => {
    const [first = '', second = ''] = mail.html.split(/(?=<td lang="en" dir="ltr">)/)
    expect(mail.subject).toBe(speakIn('ar', () => words.passwordChanged.subject))
    expect(first).toContain(`<title>${mail.subject}</title>`)
    expect(first).toMatch(/^<!DOCTYPE[\s\S]*<html lang="ar" dir="rtl">[\s\S]*<td lang="ar" dir="rtl">/)
    const moments = { ar: speakIn('ar', () => describeMoment(at)), en: '11 March 2026 at 12:00 UTC' }
    for (const [part, own, others] of [
      [first, moments.ar, moments.en],
      [second, moments.en, moments.ar],
    ] as const) {
      expect(part).toContain(own)
      expect(part).not.toContain(others)
      expect(part.match(/href="https:\/\/app\.example\/records\/1\/"/g)).toHaveLength(2)
    }
  })

  it('has them one below the other as plain text too, with one signature', () => {
    const part = (tag: LanguageTag) =>
      speakIn(tag, () => [write().heading, ...write().paragraphs].join('\n\n'))
    const reference = (tag: LanguageTag) =>
      speakIn(tag, () => frameWords.reference({ reference: 'ABCD-2345' }))
    const [first = '', second = ''] = mail.text.split('\n\n* * *\n\n')
    expect(first.startsWith(part('ar'))).toBe(true)
    expect(first.endsWith(reference('ar'))).toBe(true)
    expect(second.startsWith(part('en'))).toBe(true)
    expect(second.endsWith(`${reference('en')}\n\n-- \nAssent\n`)).toBe(true)
    expect(mail.text.split('-- \n')).toHaveLength(2)
  })
})

describe('a mail in a language from right to left', () => {
  const { html, text } = renderMail(to('ar'), write)

  it('keeps codes and addresses from left to right, beginning where its lines begin (WORDS-3)', () => {
    expect(html).toMatch(/<p dir="ltr"[^>]*text-align:right">123456</)
    expect(html).toMatch(/<p dir="ltr"[^>]*text-align:right"><a href="https:/)
    expect(html).toContain('margin-left:10px')
  })

  it('has each side swapped, and no other (WORDS-18)', () => {
    const swap = { left: 'right', right: 'left' } as const
    const plain = (): MailContent => ({ ...write(), paragraphs: [], reference: '' })
    const [arabic, english] = (['ar', 'en'] as const).map((tag) => renderMail(to(tag), plain).html)
    const texts = (mail = '') => mail.replace(/>[^<]+</g, '><').replace(/(lang|dir)="\w+"/g, '')
    const swapped = english?.replace(/\b(left|right)\b/g, (side) => swap[side as 'left' | 'right'])
    expect(texts(swapped)).toBe(texts(arabic))
  })

  it('isolates a value from its sentence (WORDS-3)', () => {
    const moment = speakIn('ar', () => describeMoment(at))
    for (const shown of [html, text]) {
      expect(shown).toContain('\u2068ABCD-2345\u2069')
      expect(shown).toContain(`\u2068${moment}\u2069`)
    }
  })

  it('has no mark that a mail client could take for a part of an address (WORDS-3)', () => {
    expect(text).toContain(url)
    expect(text).not.toMatch(/https?:\S*[\u2068\u2069]/)
  })
})

it('isolates a name from right to left with digits beside a full stop, in an English mail (WORDS-3)', () => {
  const { text } = renderMail(to('en'), () => ({
    ...write(),
    paragraphs: [words.newDevice.from({ network: 'בנק 24' })],
  }))
  expect(text).toContain('The network was \u2068בנק 24\u2069.')
})

it.each<[LanguageTag, string]>([
  ['en', '11 March 2026 at 12:00 UTC'],
  ['de', '11. März 2026 um 12:00 UTC'],
  ['ar', '11 مارس 2026 في 12:00 UTC'],
  ['es', '11 de marzo de 2026 a las 12:00 UTC'],
  ['pt', '11 de março de 2026 às 12:00 UTC'],
  ['fr', '11 mars 2026 à 12:00 UTC'],
])('says a moment as is usual in %s, always in UTC (WORDS-8)', (tag, moment) => {
  expect(speakIn(tag, () => describeMoment(at))).toBe(moment)
})
