import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { OwnerView } from '../../../../contract/verification.ts'
import { currentConsentTextVersion } from '../../../../domain/verification/consent-text.ts'
import { describeDay } from '../../../shared/time/moment.tsx'
import {
  expectInOrder,
  linksNamed,
  listButtons,
  listLabels,
  renderPage,
} from '../../../testing/render-page.ts'
import {
  completion,
  sampleConsentText,
  sampleOwnerView,
  sampleThirdPartyView,
} from '../../../testing/samples.ts'
import { signingForm } from '../../../testing/signing-form.ts'
import { OwnersDocument } from '../owner-of-link.tsx'
import { WholeDocument } from './text-step.tsx'

/** The whole text, which can be opened from every step. */
const wholeText = (more: Partial<ThirdPartyView> = {}) =>
  renderPage(createElement(WholeDocument, { form: sampleThirdPartyView(more) }))

const owner = (more: Partial<OwnerView> = {}) =>
  renderPage(createElement(OwnersDocument, { view: sampleOwnerView(more) }))

describe('the verification form page', () => {
  it.each([
    ['age', 'Age & Identity Verification Consent Form'],
    ['person', 'Person Verification Consent Form'],
  ] as const)('is titled for the %s kind (FORM-1)', (type, title) => {
    expect(signingForm({ type }).html).toMatch(new RegExp(`<h1[^>]*>${title.replace('&', '&amp;')}</h1>`))
    expect(owner({ type }).text).toContain(title)
  })

  it('shows the parties: name and date of birth; third-party name, social media and platform (FORM-2)', () => {
    for (const { text } of [signingForm(), wholeText(), owner()]) {
      expectInOrder(text, ['Łucja Nowak', describeDay('1990-04-17'), 'Sam O’Neill', '@sam.oneill', 'Hinge'])
    }
  })

  it('shows claimed age and platform age for age forms only (FORM-2)', () => {
    expect(wholeText().text).toContain('Age shown on platform 29')
    expect(wholeText().text).toContain('Age claimed 27')
    expect(wholeText({ thirdPartyClaimedAge: null }).text).toContain('Age claimed Same as shown')
    expect(signingForm().text).toContain('Your age there: 29. You said 27.')
    for (const { text } of [
      signingForm({ type: 'person' }),
      wholeText({ type: 'person' }),
      owner({ type: 'person' }),
    ])
      expect(text).not.toMatch(/Age shown|Age claimed|Your age there/)
  })

  it('warns non-owners, and only them: not under 18, seek help from an adult, take your time (FORM-3)', () => {
    const { text } = signingForm()
    expectInOrder(text, ['Do not sign if you are under 18', 'seek help from an adult', 'Take your time'])
    expect(owner().text).not.toContain('Do not sign')
  })

  it('says on the first step in which other language the creator made the request, and that their terms are not translated (FORM-31)', () => {
    const german = { creatorLanguage: 'de', additionalInformation: 'Nur in der Öffentlichkeit.' } as const
    const notTranslated = 'We don’t translate what Łucja Nowak wrote. Don’t sign what you can’t read.'
    expect(signingForm(german).text).toContain('Łucja Nowak made this request in German.')
    for (const page of [signingForm(german), wholeText(german)]) {
      expect(page.text).toContain(notTranslated)
      expect(page.html).toMatch(/lang="de" dir="ltr"[^>]*>Nur in der/)
    }
    const own = signingForm({ additionalInformation: 'Only in public.' })
    expect(own.text).not.toMatch(/made this request in|We don’t translate/)
    expect(own.html).not.toContain('lang=')
  })

  it('marks the text, the statements and the warning with their language where it is not the page’s (FORM-29)', () => {
    const arabic = sampleConsentText('age', 'until_withdrawn', 'ar')
    const { html } = signingForm({ consentText: arabic })
    for (const sentence of [arabic.warning[0], arabic.statements.adult, arabic.statements.identity])
      expect(html).toContain(sentence)
    expect(html.match(/lang="ar" dir="rtl"/g)?.length).toBeGreaterThanOrEqual(4)
    expect(wholeText({ consentText: arabic }).html).toMatch(/lang="ar" dir="rtl"/)
  })

  it('shows the full consent text, from introduction to governing law (FORM-4)', () => {
    const parts = sampleConsentText().sections.map(({ heading }) => heading)
    expect(parts).toHaveLength(8)
    const { text, links } = wholeText()
    expectInOrder(text, [...parts, `Text version ${currentConsentTextVersion}`])
    expect(links.map(({ text }) => text)).toEqual(parts)
    for (const { to } of links) expect(wholeText().html).toContain(`id="${to.slice(1)}"`)
    expectInOrder(owner().text, parts)
  })

  it.each([
    ['24_hours', '24 hours'],
    ['7_days', '7 days'],
  ] as const)(
    'tells the third party in a row of the first step, and in the text, that the consent is valid for %s (VALID-4)',
    (validity, time) => {
      expect(signingForm({ validity }).text).toContain(`Valid for ${time} from the moment you submit.`)
      expect(wholeText({ validity }).text).toContain(`It is valid for ${time}`)
      expect(owner({ validity }).text).toContain(`It is valid for ${time}`)
    },
  )

  it('omits that row where the consent is valid until it is withdrawn (VALID-4)', () => {
    expect(signingForm().text).not.toMatch(/valid for/i)
    expect(wholeText().text).not.toMatch(/valid for/i)
  })

  it('shows optional additional terms where there are any (FORM-5)', () => {
    const terms = { additionalInformation: 'No photos online.' }
    expect(wholeText(terms).text).toContain(
      'Additional terms In the words of Łucja Nowak, who created the request. This service did not write or check them. No photos online.',
    )
    expectInOrder(signingForm(terms).text, [
      'added their own terms',
      'No photos online.',
      'I have read and agree',
    ])
    for (const page of [signingForm(), wholeText()]) expect(page.text).not.toContain('Additional terms')
  })

  it('shows the user’s signature, printed name and date, and the verifier’s only once verified (FORM-6)', () => {
    const { text } = wholeText()
    expectInOrder(text, [
      'Ł. Nowak',
      'Printed name Łucja Nowak',
      `Date ${describeDay('2026-11-20')}`,
      'Not signed yet',
    ])
    expectInOrder(owner(completion).text, [
      'S. O’Neill',
      'Printed name Sam O’Neill',
      `Date ${describeDay('2026-11-21')}`,
    ])
    expect(owner(completion).text).not.toContain('Not signed yet')
  })

  it('shows typed text as text, never as markup (FORM-12)', () => {
    const html = '<img src=x onerror=alert(1)>'
    const texts = {
      fullName: html,
      thirdPartyName: html,
      thirdPartySocialMediaName: html,
      thirdPartyPlatformAge: html,
      thirdPartyClaimedAge: html,
      platformName: html,
      additionalInformation: html,
      signature: html,
    }
    for (const page of [wholeText(texts), owner({ ...texts, ...completion, thirdPartySignature: html })]) {
      expect(page.html).not.toContain('<img src=x')
      expect(page.text.split(html).length - 1).toBeGreaterThanOrEqual(8)
    }
    const form = signingForm(texts)
    expect(form.html).not.toContain('<img src=x')
    expect(form.text.split(html).length - 1).toBeGreaterThanOrEqual(7)
  })
})

describe('the owner at their own link', () => {
  it("sees 'Awaiting Third Party Verification' with a prompt to share the link, and can't submit anything (FORM-10)", () => {
    const page = owner()
    expect(page.text).toContain('Awaiting Third Party Verification')
    expect(page.text).toContain('Share this link with the other person to complete the verification process.')
    expect(page.html).toContain(`value="https://assent.example/verify/${sampleOwnerView().id}"`)
    expect(listButtons(page).join()).not.toMatch(/Submit|Decline|Photo/)
    expect(listLabels(page)).toEqual([])
  })

  it("sees 'Verification Complete' when verified, and that the link has expired (FORM-10)", () => {
    const page = owner(completion)
    expect(page.text).toContain('Verification Complete')
    expect(page.text).not.toContain('Awaiting')
    expect(page.text).toContain('Link expired')
  })

  it.each([
    ['age', '/consent-form/'],
    ['person', '/person-verification-view/'],
  ] as const)('has a link to the full %s record', (type, path) => {
    const view = sampleOwnerView({ type })
    expect(linksNamed(owner({ type }), 'Open the full record')).toEqual([`${path}${view.id}`])
  })
})
