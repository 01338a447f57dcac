import { readdirSync } from 'node:fs'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CheckAnswer } from '../contract/record.ts'
import { languages } from '../domain/language.ts'
import { productName } from '../domain/product.ts'
import { english } from '../words/language.ts'
import { mirrored, speak } from '../words/testing/mirrored.ts'
import { CheckResult } from './features/check/check-result.tsx'
import { HistoryCard } from './features/history/history-card.tsx'
import { LogState, Witnesses } from './features/log/log.tsx'
import { UsageMeter } from './features/plans/plan-card.tsx'
import { HowKnown } from './shared/consent-document/how-known.tsx'
import { InvitationNote } from './shared/link/invitation-note.tsx'
import { RecordObject } from './shared/record/record-object.tsx'
import { StepHeader } from './shared/steps/step-frame.tsx'
import { StatusBadge } from './shared/ui/status-badge.tsx'
import { renderPage } from './testing/render-page.ts'
import { completion, sampleForm, sampleSummary } from './testing/samples.ts'

const language = await mirrored()
beforeAll(() => speak(language))
afterAll(() => speak(english))

/** Removes the texts of that language from a page, innermost first, since one may contain another. */
function beside(text: string): string {
  const less = text.replace(/⟪[^⟪⟫]*⟫/g, ' ')
  return less === text ? text : beside(less)
}

/** The names of the product, its samples and of a time zone, and what stands for the data of an installation. */
const names = new RegExp(
  `${productName}|Łucja Nowak|Ł\\. Nowak|Sam O’Neill|S\\. O’Neill|@sam\\.oneill|ŁN|SO|Sam Reed|Ada Lovelace|@?sam\\b|Hinge|UTC|__\\w+__|[\\w.+]+@[\\w.]+|https?:\\S+`,
  'g',
)

/** The words of a page that are in no catalogue: days have the script of the language. */
function listForeignWords(element: ReactNode): string[] {
  const { text, html } = renderPage(element, {
    path: '/x/6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
    route: '/x/:id',
  })
  const labels = [...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
    ([, label]) => label,
  )
  const shown = Object.values(languages).reduce(
    (rest, { name }) => rest.replaceAll(name, ' '),
    [text, ...labels].join(' '),
  )
  return beside(shown.replace(names, ' ')).match(/\p{Script=Latin}{2,}/gu) ?? []
}

const features = new URL('features/', import.meta.url)
/** Pages with texts in English alone, and one that reads its address at once. */
const notDrawn = /legal\/(terms|legal-consult|article)-page|gate-page|mailed-link-page/
const pages = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('-page.tsx') && !notDrawn.test(name),
)

it.each(pages)('%s shows all of its texts in the language of the page (WORDS-1)', async (name) => {
  const { default: Page } = (await import(new URL(name, features).href)) as { default: ComponentType }
  expect(listForeignWords(createElement(Page))).toEqual([])
})

const at = '2026-11-20T09:30:00.000Z'
const sealed = {
  document: 'record',
  sealedAt: at,
  timestamp: 'granted',
  timestampAt: at,
  withdrawnAt: null,
  validUntil: { at, isOver: true },
  hasNewerRevision: true,
  archived: { protectedUntil: at, isOver: false },
  seal: { issuer: null, followedAt: at },
} as const
const answers: CheckAnswer[] = [
  { result: 'genuine', ...sealed },
  { result: 'changed', ...sealed, archived: { protectedUntil: at, isOver: true }, withdrawnAt: at },
  { result: 'exists', ...sealed, timestamp: 'pending', timestampAt: null, archived: null, seal: null },
  { result: 'evidence', category: 'id', sealedAt: at, withdrawnAt: null, validUntil: null },
  { result: 'unknown' },
]

it.each(answers)('the check page concludes in the language of the page: $result (WORDS-1)', (answer) => {
  const element = createElement(CheckResult, { answer, fileName: null, isPicture: false, pdfSha256: null })
  expect(listForeignWords(element)).toEqual([])
})

const form = sampleForm(completion)
const log = {
  origin: '1',
  verifierKey: '2',
  signature: { protected: '', signature: '' },
  size: 12,
  at,
  checkpoint: '',
  hasTimeAuthority: true,
  timestamp: { size: 11, at },
  witnesses: [{ name: '1', verifierKey: '2', url: '', last: { size: 11, at } }],
}

it.each([
  [
    'a record',
    createElement(RecordObject, {
      form,
      photos: { creator: null, thirdParty: null },
      sealed: { pdfSha256: 'a'.repeat(64), sealedAt: at },
    }),
  ],
  ['how each thing is known', createElement(HowKnown, { facts: form.howKnown })],
  [
    'a status with an age',
    createElement(StatusBadge, {
      status: 'verified',
      ageStep: 'document',
      validUntil: { at, isOver: false },
    }),
  ],
  ['an invitation', createElement(InvitationNote, { invitation: { state: 'delayed', at } })],
  ['an invitation that arrived', createElement(InvitationNote, { invitation: { state: 'accepted', at } })],
  ['a history card', createElement(HistoryCard, { item: sampleSummary() })],
  ['the state of the log', createElement(LogState, { log })],
  ['the use of a plan', createElement(UsageMeter, { kind: 'age', usage: { used: 2, remaining: 3 } })],
])('%s has all of its texts in the language of the page (WORDS-1)', (_, element) => {
  expect(listForeignWords(element)).toEqual([])
})

it('a step is heard in the order of the language (WORDS-15)', () => {
  const header = createElement(StepHeader, { names: ['1', '2'], number: 2, unfinished: ['1'] })
  expect(listForeignWords(header)).toEqual([])
  expect(renderPage(header).text).toContain('⟪מילים ועוד Step')
})

it('a witness is a name in the text of the page (WORDS-1)', () => {
  const shown = renderPage(createElement(Witnesses, { log })).text
  expect(beside(shown.replace(/node witness\.mjs.*/, '').replace(names, ' '))).not.toMatch(
    /\p{Script=Latin}{2,}/u,
  )
})
