import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { askedChoices } from '../../../../domain/evidence/evidence.ts'
import { submissionFaults } from '../../../../domain/verification/submission.ts'
import {
  expectInOrder,
  linksNamed,
  listButtons,
  listLabels,
  renderPage,
} from '../../../testing/render-page.ts'
import {
  completion,
  sampleDocument,
  sampleOwnerView,
  sampleThirdPartyView,
} from '../../../testing/samples.ts'
import { signingForm } from '../../../testing/signing-form.ts'
import { OwnersDocument } from '../owner-of-link.tsx'
import { Completed } from './ending.tsx'
import { SubmitPanel } from './submit-panel.tsx'

const nothing = () => {}

describe('before the third party gives anything', () => {
  it('the form shows the request, and how the creator’s own facts are known, including their mailbox (EVIDENCE-9)', () => {
    const { text, html } = signingForm()
    expectInOrder(text, [
      'Łucja Nowak asks you to confirm that you’re 18 or over',
      'A photo, a government ID, your typed name.',
      'The signed record.',
      'What Łucja Nowak has shown',
      'How each thing is known',
      'They state that they are 18 or over. It was not checked.',
      'The address was typed in. No check was made of who reads its email.',
      'None of these steps proves who sat in front of the screen',
      'Take a Photo of Yourself',
    ])
    const named = /<ul[^>]*aria-labelledby="([^"]+)"/.exec(html)?.[1]
    expect(html).toMatch(new RegExp(`id="${named}"[^>]*>How each thing is known<`))
  })

  it('says who may prove their age, and what replaces an ID where the name is asked for, too (VOUCHER-17)', () => {
    const voucher = {
      ...askedChoices.id_or_wallet,
      walletInsteadOfId: false,
      voucherInsteadOfId: true,
    } as const
    expect(signingForm({ asksFor: voucher }).text).toContain(
      'A photo, a government ID or a proof from your bank, an eID or an age key, your typed name.',
    )
    const both = { ...askedChoices.wallet_alone, voucherInsteadOfId: true, walletName: true } as const
    const { text } = signingForm({ asksFor: both })
    expect(text).toContain(
      'A proof from a wallet on your phone, your bank, an eID or an age key that you are 18 or over. Your typed name.',
    )
    expect(text).toContain(
      'A bank or eID counts instead of an ID only if the name agrees; an age key doesn’t.',
    )
  })

  it('the form mentions and asks for no picture where only a wallet is required', () => {
    const asksFor = { age: 'wallet', walletInsteadOfId: true, face: false } as const
    const { text } = signingForm({ asksFor })
    expect(text).toContain('A proof from a wallet on your phone that you are 18 or over.')
    expect(text).toContain('Your typed name. They get The signed record. Until')
    expect(text).toContain('Step 1 of 4')
    expect(text).not.toMatch(/plan/)
    expect(text).not.toMatch(/A photo|government ID|Take a Photo of Yourself/)
  })
})

it('the form doesn’t claim that a picture is shared or deleted where a kept reading may replace it (EVIDENCE-9, ONCE-4)', () => {
  const { text } = signingForm({ asksFor: askedChoices.id_or_kept })
  expect(text).toContain('(or what your account kept of an ID read here), and your typed name.')
  expect(text).toContain(
    'Your photo and ID (if you give them). Łucja Nowak can see them only with a paid plan.',
  )
  expect(text).toContain('We delete your photo and ID (if you give them)')
})

describe('a third party with an open form', () => {
  it('goes through five steps in the specified order, then submits (FORM-7)', () => {
    const { text } = signingForm({}, 'sign')
    expectInOrder(text, [
      'Step 5 of 5',
      'Who asks',
      'The text',
      'Your photo',
      'Your ID',
      'Sign',
      'I am 18 or over',
      'I consent to sharing my identity',
      'Take a Photo of Yourself',
      'Upload a government ID',
      'Type your full name',
      'I confirm that I am not being coerced to sign this form and I willingly consent as an adult.',
      'Submit Verification',
    ])
  })

  it('can continue and decline on every step, even when something is missing, and read the whole text before signing (FORM-16, FORM-17)', () => {
    for (const [step, on] of Object.entries({
      asked: 'Continue',
      text: 'Continue',
      photo: 'Skip for now',
      age: 'Skip for now',
      sign: '',
    })) {
      const read = { text: 'Read the whole text', sign: 'Read the text' }[step] ?? ''
      const can = listButtons(signingForm({}, step), false)
      expect(can, step).toEqual(expect.arrayContaining([on, 'No, thank you', read].filter(Boolean)))
    }
    const end = signingForm({}, 'sign')
    expectInOrder(end.text, ['Still missing', 'Your photo', 'Your government ID', 'Your signature'])
    expect(end.text).toContain('Who asks , not finished')
  })

  it('sees what the creator can open on their current plan, and on another (FORM-19)', () => {
    expect(signingForm().text).toContain('Your photo and ID. Łucja Nowak can see them only with a paid plan.')
    expect(signingForm({ creatorOpensFiles: true }).text).toContain(
      'Your photo and ID, until we delete or lock them. They can save copies.',
    )
    const walletAndPhoto = { asksFor: { age: 'wallet', walletInsteadOfId: true, face: true } } as const
    expect(signingForm(walletAndPhoto).text).toContain(
      'Your photo. Łucja Nowak can see it only with a paid plan.',
    )
  })

  it('sees the additional-terms checkbox only where there are additional terms (FORM-8)', () => {
    const terms = 'I have read and agree to the additional terms and conditions specified above.'
    expect(listLabels(signingForm({ additionalInformation: 'No photos online.' }))).toContain(terms)
    expect(signingForm().text).not.toContain(terms)
    const view = sampleOwnerView({ additionalInformation: 'No photos online.' })
    expect(renderPage(createElement(OwnersDocument, { view })).text).not.toContain(terms)
  })

  it('cannot submit while anything is missing (FORM-9)', () => {
    expect(listButtons(signingForm({}, 'sign'), true)).toEqual(['Submit Verification'])
    for (const fault of submissionFaults)
      expect(listButtons(panel({ missing: [fault] }), true)).toHaveLength(1)
    expect(listButtons(panel(), false)).toEqual(['Submit Verification', 'Previous'])
  })

  it("cannot submit while submitting, and sees 'Submitting...' (FORM-9)", () => {
    expect(listButtons(panel({ isSubmitting: true }), true)).toEqual(['Submitting...', 'Previous'])
  })

  it('sees after the submission that the link isn’t mailed to an address that had enough mails today (FORM-11)', () => {
    const pass = { token: '', expiresAt: '2126-11-02T10:00:00Z', email: 'sam@example.com' }
    const form = { ...sampleThirdPartyView(completion), isLinkMailed: false }
    const { text } = renderPage(createElement(Completed, { form, pass }))
    expect(text).toContain('sam@example.com has had enough emails from us today. Ask for the link tomorrow.')
    expect(text).not.toContain('We’re emailing')
  })

  it('sees after the submission the verified status, how each fact is known, their signature, photo and ID (FORM-11, FORM-21, RECORD-20)', () => {
    const uploads = { selfie: sampleDocument('selfie'), id: sampleDocument('id') }
    const form = { ...sampleThirdPartyView({ ...completion, uploads }), isLinkMailed: true }
    const pass = { token: '', expiresAt: '2126-11-02T10:00:00Z', email: 'sam@example.com' }
    const page = renderPage(createElement(Completed, { form, pass }))
    expectInOrder(page.text, [
      'Verification Complete',
      'We’re emailing a link to your record to sam@example.com.',
      'ŁN',
      'Łucja Nowak',
      'S. O’Neill',
      'Open my record',
      'You can withdraw there',
      'We delete your photo and ID on',
      'More',
      'How each thing is known',
      'Third party',
    ])
    const own = `src="${uploads.selfie.url}"`.replaceAll('&', '&amp;')
    expect(page.html.slice(0, page.html.indexOf('Open my record'))).toContain(own)
    expect(page.html).toMatch(/<img[^>]*alt="Your photo"[^>]*draggable="false"/)
    expect(page.html).toMatch(/<img[^>]*alt="Your ID"[^>]*draggable="false"/)
    expect(listButtons(page)).not.toContain('Submit Verification')
    expect(linksNamed(page, 'Open my record')).toEqual([`/records/${form.id}`])
  })
})

function panel(more: Partial<Parameters<typeof SubmitPanel>[0]> = {}) {
  const props = {
    form: sampleThirdPartyView(),
    missing: [],
    isUploading: false,
    isSubmitting: false,
    failure: null,
    news: null,
    isNoted: false,
    onShow: nothing,
    onPrevious: nothing,
    decline: null,
  }
  return renderPage(createElement(SubmitPanel, { ...props, ...more }))
}
