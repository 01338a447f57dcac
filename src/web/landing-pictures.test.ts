import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { makeVerificationQuery } from './api/verifications.ts'
import { Pictures } from './features/landing/pictures.tsx'
import { words as landing } from './features/landing/words.ts'
import ConsentFormPage from './features/records/owner/consent-form-page.tsx'
import { GatePage } from './features/third-party/gate/gate-page.tsx'
import { describeDay } from './shared/time/moment.tsx'
import { renderPage } from './testing/render-page.ts'
import { completion, sampleOwnerView } from './testing/sample-verification.ts'
import { signingForm } from './testing/signing-form.ts'

type Manifest = {
  people: Record<'creator' | 'thirdParty', { fullName: string; email: string }>
  words: Record<'invitation' | 'form' | 'record', string[]>
}

const folder = join(import.meta.dirname, 'features/landing/pictures')
const manifest = readFileSync(join(folder, 'words.json'), 'utf8')
// Days are worded for whoever looks: the browser of the pictures is British.
const { people, words }: Manifest = JSON.parse(manifest.replace('17 April 1990', describeDay('1990-04-17')))

/** The same people as on the pictures. */
const shown = {
  fullName: people.creator.fullName,
  dateOfBirth: '1990-04-17',
  thirdPartyName: people.thirdParty.fullName,
  thirdPartySocialMediaName: '@robin.hale',
  platformName: 'Hinge',
  thirdPartyPlatformAge: '29',
  thirdPartyClaimedAge: '31',
}
const nothing = () => {}
const inShell = 'Assent'
const moment = /^\d+ \w+ \d{4}, \d\d:\d\d UTC$/

function gatePage() {
  const { id } = sampleOwnerView()
  const gate = { formId: id, hasEnded: false, onProven: nothing, onPassed: nothing, onLinkChanged: nothing }
  return renderPage(createElement(GatePage, { type: 'age', gate }))
}

function recordPage() {
  const view = sampleOwnerView({ ...shown, ...completion, emailProof: 'matched' })
  const queries = new QueryClient()
  queries.setQueryData(makeVerificationQuery(view.id).queryKey, view)
  const [route, path] = ['/consent-form/:formId', `/consent-form/${view.id}`]
  return renderPage(createElement(ConsentFormPage), { route, path, queries })
}

describe('the pictures of the landing page', () => {
  it.each([
    ['invitation', gatePage],
    ['form', () => signingForm(shown)],
    ['record', recordPage],
  ] as const)('say what the product says now: %s (PUBLIC-19)', (name, page) => {
    const { text } = page()
    const isOld = (line: string) => line !== inShell && !moment.test(line) && !text.includes(line)
    expect(words[name].length).toBeGreaterThan(5)
    expect(words[name].filter(isOld), 'npm run landing-pictures takes them anew').toEqual([])
  })

  it('show the person of the sample card, born on the same day (PUBLIC-6, PUBLIC-19)', () => {
    const sampled = (name: string) => landing.sample.facts.find((fact) => fact.name === name)?.value
    expect(sampled('Name')).toBe(people.creator.fullName)
    expect(manifest).toContain(`${sampled('Name')}, born on ${sampled('Date of birth')}, `)
    expect(manifest).toContain(` on ${sampled('Platform')}. `)
  })

  it('are six small files with words for whoever does not see them, and wait until they are near (PUBLIC-20)', () => {
    const { html } = renderPage(createElement(Pictures))
    const pictures = [...html.matchAll(/<picture>.*?<\/picture>/gs)].map(([picture]) => picture)
    expect(pictures).toHaveLength(3)
    for (const picture of pictures) {
      expect(picture).toMatch(/<source srcSet="[^"]+-dark\.avif" media="\(prefers-color-scheme: dark\)"/)
      expect(picture).toMatch(
        /<img src="[^"]+-light\.avif" alt="[^"]{60,}" width="360" height="560" loading="lazy"/,
      )
    }
    for (const { fullName } of Object.values(people)) expect(pictures[1]).toContain(fullName)
    for (const name of ['invitation', 'form', 'record'])
      for (const scheme of ['light', 'dark'])
        expect(statSync(join(folder, `${name}-${scheme}.avif`)).size).toBeLessThan(50_000)
  })
})
