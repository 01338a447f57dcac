import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { evidenceSteps } from '../../../domain/evidence/evidence.ts'
import { paidPlans } from '../../../domain/plan/paid-plan.ts'
import { canOpenThirdPartyDocuments } from '../../../domain/plan/plan-limits.ts'
import { monthlyAllowance } from '../../../domain/plan/tier.ts'
import knownWords from '../../../words/en/evidence.ts'
import words from '../../../words/en/landing.ts'
import offerWords from '../../../words/en/offers.ts'
import { stepMeanings, stepWords } from '../../../words/evidence.ts'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import LandingPage, { meta } from './landing-page.tsx'
import { appStores } from './landing-sections.tsx'

const specification = join(import.meta.dirname, '../../../../docs/specification')
const clausesWritten = () =>
  readdirSync(specification)
    .map((name) => readFileSync(join(specification, name), 'utf8'))
    .join('\n')

const page = renderPage(createElement(LandingPage))

describe('the landing page', () => {
  it("links from its hero to registration ('Get Started') and to the login ('Log In') (PUBLIC-4)", () => {
    expect(linksNamed(page, 'Get Started')).toEqual(['/register'])
    expect(linksNamed(page, 'Log In')).toEqual(['/login'])
  })

  it("has calls to action for registration ('Sign Up Now') and the plans ('View Plans') (PUBLIC-4)", () => {
    expect(linksNamed(page, 'Sign Up Now')).toEqual(['/register'])
    expect(linksNamed(page, 'View Plans')).toEqual(['/subscription'])
  })

  it('shows a sample record: Verified, a name, a date of birth, a platform, and in a record’s own words how and since when the age is known (PUBLIC-6, EVIDENCE-11)', () => {
    const { sample } = words
    expect(sample.facts.map(({ name }) => name)).toEqual(['Name', 'Date of birth', 'Platform'])
    const known = ['18 or over', sample.readOn({ step: stepWords.document })]
    for (const shown of ['Sample', 'Verified', ...known, ...sample.facts.map(({ value }) => value)])
      expect(page.text).toContain(shown)
    expect(page.html).toContain('Sample record with made-up details')
  })

  it('explains three steps: create (age or identity), share the link, both complete and receive a record (PUBLIC-5)', () => {
    expect(words.steps.items).toHaveLength(3)
    const [create, share, complete] = words.steps.items
    expect(page.text).toContain(
      `${create.title} ${create.text} ${share.title} ${share.text} ${complete.title}`,
    )
    expect(create.text).toMatch(/age or identity/)
    expect(complete.title).toMatch(/both receive a record/)
  })

  it('has its parts in the specified order: hero, features, how it works, what both see, prices, questions, what it is not, call to action (PUBLIC-1)', () => {
    const { features, steps, pictures, prices, questions, truth, call } = words
    const parts = [words, features, steps, pictures, prices, questions, truth, call]
    const places = parts.map(({ heading }) => page.text.indexOf(heading))
    expect(places).not.toContain(-1)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
  })

  it('explains each step by which an age is known in the words of the records (EVIDENCE-4)', () => {
    for (const step of evidenceSteps) {
      expect(page.text).toContain(`${stepWords[step]} ${stepMeanings.age[step]?.join(' ')}`)
    }
  })

  it('shows before registration the price and content of each plan, from the same figures as the billing (PUBLIC-16)', () => {
    expect(page.text).toContain('Free £0 1 age and 1 person verification per month')
    for (const { tier, pricePence } of paidPlans) {
      const { age, person } = monthlyAllowance[tier]
      expect(page.text).toContain(
        `${offerWords.tiers[tier]} ${offerWords.prices[tier]({ price: `£${pricePence / 100}` })} ${age} age and ${person} person verifications per month`,
      )
      expect(canOpenThirdPartyDocuments(tier)).toBe(true)
    }
    expect(canOpenThirdPartyDocuments('free')).toBe(false)
    expect(page.text).toContain('A paid plan also opens the other person’s photo and ID.')
  })

  it('answers six questions with sentences that are tested elsewhere (PUBLIC-17)', () => {
    const kept: [question: string, clauses: string[]][] = [
      ['What does the other person see?', ['FORM-2', 'RECORD-14', 'PLAN-7']],
      ['What if I say no?', ['STATE-7', 'UPLOAD-21']],
      ['What is it worth in court?', ['EVIDENCE-4', 'RECORD-3']],
      ['Who can read it?', ['UPLOAD-8', 'RECORD-16']],
      ['What happens to my passport?', ['READING-8', 'RECORD-13', 'RECORD-14', 'STATE-7', 'EVIDENCE-9']],
      ['How is an age known?', ['EVIDENCE-4']],
    ]
    for (const clause of kept.flatMap(([, clauses]) => clauses))
      expect(clausesWritten()).toContain(`**${clause}**`)
    expect(kept.map(([question]) => question)).toEqual([
      ...words.questions.items.map(({ question }) => question),
      words.ladder.question,
    ])
    for (const [question] of kept) expect(page.html).toContain(`<summary>${question}</summary>`)
    expect(page.text).toContain(knownWords.notMeant)
    expect(page.text).toContain('deleted __RETENTION_DAYS__ days after you both signed')
    expect(page.text).toContain('the link closes, after __LINK_LIFE_DAYS__ days')
  })

  it('omits the section about mobile apps while no store link is configured (PUBLIC-7)', () => {
    expect(appStores).toEqual({ ios: null, android: null })
    for (const hidden of Object.values(words.app)) expect(page.text).not.toContain(hidden)
  })

  it('has its name, purpose and address in structured metadata (PUBLIC-8)', () => {
    const structured = meta().find((entry) => 'script:ld+json' in entry)
    expect(structured).toEqual({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: 'Assent',
        description: words.description,
        url: '__PUBLIC_URL__/',
      },
    })
  })
})
