import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { OwnerView } from '../../../../contract/verification.ts'
import { submissionFaults } from '../../../../domain/verification/submission.ts'
import { dayWords } from '../../../shared/time/moment.tsx'
import { buttonsOf, labelsOf } from '../../../testing/fields-of.ts'
import { linksNamed, renderPage } from '../../../testing/render-page.ts'
import {
  completion,
  sampleDocument,
  sampleOwnerView,
  sampleThirdPartyView,
} from '../../../testing/sample-verification.ts'
import { Completed } from '../after/ending.tsx'
import { OwnersDocument } from './owners-document.tsx'
import { SigningForm } from './signing-form.tsx'
import { SubmitPanel } from './submit-panel.tsx'

const pass = { token: 't', expiresAt: '2026-11-21T11:00:00Z', email: 'sam@example.com' }
const nothing = () => {}

function thirdParty(more: Partial<ThirdPartyView> = {}) {
  const form = sampleThirdPartyView(more)
  const ends = { onCompleted: nothing, onDeclined: nothing, onProven: nothing, onUnderAge: nothing }
  const events = { onPass: nothing, onLinkChanged: nothing, ...ends }
  return renderPage(createElement(SigningForm, { form, pass, ...events }))
}

const owner = (more: Partial<OwnerView> = {}) =>
  renderPage(createElement(OwnersDocument, { view: sampleOwnerView(more) }))

/** Expects the parts on the page, one after the other. */
function expectInOrder(text: string, parts: readonly string[]) {
  let from = 0
  for (const part of parts) {
    const place = text.indexOf(part, from)
    expect(place, `${part} after: ${text.slice(0, from).slice(-80)}`).toBeGreaterThanOrEqual(0)
    from = place + part.length
  }
}

describe('the verification form page', () => {
  it.each([
    ['age', 'Age & Identity Verification Consent Form'],
    ['person', 'Person Verification Consent Form'],
  ] as const)('is titled for the %s kind (FORM-1)', (type, title) => {
    expect(thirdParty({ type }).html).toMatch(new RegExp(`<h1[^>]*>${title.replace('&', '&amp;')}</h1>`))
    expect(owner({ type }).text).toContain(title)
  })

  it('shows the parties: name and date of birth; third-party name, social media and platform (FORM-2)', () => {
    for (const { text } of [thirdParty(), owner()]) {
      expectInOrder(text, ['Łucja Nowak', dayWords('1990-04-17'), 'Sam O’Neill', '@sam.oneill', 'Hinge'])
    }
  })

  it('shows claimed age and platform age for age forms only (FORM-2)', () => {
    expect(thirdParty().text).toContain('Age shown on platform 29')
    expect(thirdParty().text).toContain('Age claimed 27')
    expect(thirdParty({ thirdPartyClaimedAge: null }).text).toContain('Age claimed Same as shown')
    for (const { text } of [thirdParty({ type: 'person' }), owner({ type: 'person' })])
      expect(text).not.toMatch(/Age shown|Age claimed/)
  })

  it('warns non-owners, and only them: not under 18, seek help from an adult, take your time (FORM-3)', () => {
    const { text } = thirdParty()
    expectInOrder(text, ['Do not sign if you are under 18', 'seek help from an adult', 'Take your time'])
    expect(owner().text).not.toContain('Do not sign')
  })

  it('shows the full consent text, from introduction to governing law (FORM-4)', () => {
    const parts = [
      'Introduction',
      'Purpose',
      'Consent to verification',
      'Data usage',
      'Duration and termination',
      'Representations',
      'Limitation of liability',
      'Governing law',
    ]
    expectInOrder(thirdParty().text, parts)
    expectInOrder(owner().text, parts)
  })

  it('shows optional additional terms where there are any (FORM-5)', () => {
    expect(thirdParty({ additionalInformation: 'No photos online.' }).text).toContain(
      'Additional terms No photos online.',
    )
    expect(thirdParty().text).not.toContain('Additional terms')
  })

  it('shows the user’s signature, printed name and date, and the verifier’s only once verified (FORM-6)', () => {
    const { text } = thirdParty()
    expectInOrder(text, [
      'Ł. Nowak',
      'Printed name Łucja Nowak',
      `Date ${dayWords('2026-11-20')}`,
      'Not signed yet',
    ])
    expectInOrder(owner(completion).text, [
      'S. O’Neill',
      'Printed name Sam O’Neill',
      `Date ${dayWords('2026-11-21')}`,
    ])
    expect(owner(completion).text).not.toContain('Not signed yet')
  })

  it('shows what anybody typed as text, whatever it looks like (FORM-12)', () => {
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
    for (const page of [thirdParty(texts), owner({ ...texts, ...completion, thirdPartySignature: html })]) {
      expect(page.html).not.toContain('<img src=x')
      expect(page.text.split(html).length - 1).toBeGreaterThanOrEqual(8)
    }
  })
})

describe('before anything is given', () => {
  it('stands what is asked for, and how the creator’s own facts are known, their mailbox included (EVIDENCE-9)', () => {
    const { text, html } = thirdParty()
    expectInOrder(text, [
      'What Łucja Nowak asks of you',
      'Your word that you are 18 or over.',
      'A photo of yourself.',
      'A government ID.',
      'and not your birth date',
      'How each thing is known',
      'They state that they are 18 or over. Nobody checked it.',
      'The address was typed in. Nobody checked who reads its mail.',
      'None of these steps proves who sat in front of the screen',
      'Take a Photo of Yourself',
    ])
    const named = /<table[^>]*aria-labelledby="([^"]+)"/.exec(html)?.[1]
    expect(html).toMatch(new RegExp(`id="${named}"[^>]*>How each thing is known<`))
  })

  it('names no picture where a wallet alone is asked for, and asks for none', () => {
    const asksFor = { age: 'wallet', walletInsteadOfId: true, face: false } as const
    const { text } = thirdParty({ asksFor })
    expect(text).toContain('A proof from a wallet on your phone that you are 18 or over.')
    expect(text).toContain('Neither is told your birth date.')
    expect(text).toContain('0 of 4 done')
    expect(text).not.toMatch(
      /A photo of yourself\.|A government ID\.|Take a Photo of Yourself|Upload a government ID/,
    )
    expect(text).toContain('That a wallet proved that you are 18 or over, and your typed name')
  })
})

describe('a non-owner on an unverified form', () => {
  it('completes five steps in the specified order, then submits (FORM-7)', () => {
    const { text } = thirdParty()
    expectInOrder(text, [
      'Share your identity',
      'Take a Photo of Yourself',
      'Upload a government ID',
      'Your signature',
      'I am 18 or over',
      'I confirm that I am not being coerced to sign this form and I willingly consent as an adult.',
      'Submit Verification',
    ])
  })

  it('sees the additional-terms checkbox only where there are additional terms (FORM-8)', () => {
    const terms = 'I have read and agree to the additional terms and conditions specified above.'
    expect(labelsOf(thirdParty({ additionalInformation: 'No photos online.' }))).toContain(terms)
    expect(thirdParty().text).not.toContain(terms)
    expect(owner({ additionalInformation: 'No photos online.' }).text).not.toContain(terms)
  })

  it('cannot submit while anything is missing (FORM-9)', () => {
    expect(buttonsOf(thirdParty(), true)).toEqual(['Submit Verification'])
    for (const fault of submissionFaults) expect(buttonsOf(panel({ missing: [fault] }), true)).toHaveLength(1)
    expect(buttonsOf(panel(), false)).toEqual(['Submit Verification'])
  })

  it("cannot submit while submitting, and sees 'Submitting...' (FORM-9)", () => {
    expect(buttonsOf(panel({ isSubmitting: true }), true)).toEqual(['Submitting...'])
  })

  it('sees after the submission the verification as verified, with their signature, photo and ID (FORM-11)', () => {
    const uploads = { selfie: sampleDocument('selfie'), id: sampleDocument('id') }
    const form = sampleThirdPartyView({ ...completion, uploads })
    const page = renderPage(createElement(Completed, { form }))
    expectInOrder(page.text, [
      'Verification Complete',
      'Thank you for verifying the consent form',
      'S. O’Neill',
    ])
    expect(page.html).toMatch(/<img[^>]*alt="Your photo"[^>]*draggable="false"/)
    expect(page.html).toMatch(/<img[^>]*alt="Your ID"[^>]*draggable="false"/)
    expect(buttonsOf(page)).not.toContain('Submit Verification')
  })
})

describe('the owner at the own link', () => {
  it("is told 'Awaiting Third Party Verification' and prompted to share the link, and has nothing to submit (FORM-10)", () => {
    const page = owner()
    expect(page.text).toContain('Awaiting Third Party Verification')
    expect(page.text).toContain('Share this link with the other person to complete the verification process.')
    expect(page.html).toContain(`value="https://assent.example/verify/${sampleOwnerView().id}"`)
    expect(buttonsOf(page).join()).not.toMatch(/Submit|Decline|Photo/)
    expect(labelsOf(page)).toEqual([])
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
  ] as const)('finds the way to the full %s record', (type, path) => {
    const view = sampleOwnerView({ type })
    expect(linksNamed(owner({ type }), 'Open the full record')).toEqual([`${path}${view.id}`])
  })
})

function panel(more: Partial<Parameters<typeof SubmitPanel>[0]> = {}) {
  const props = {
    form: sampleThirdPartyView(),
    missing: [],
    isUploading: false,
    isSubmitting: false,
    failure: null,
    onShowPart: nothing,
  }
  return renderPage(createElement(SubmitPanel, { ...props, ...more }))
}
