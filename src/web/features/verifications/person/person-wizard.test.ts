import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { listButtons, listLabels, onDay, renderPage } from '../../../testing/render-page.ts'
import { sampleConsentText, sampleMonth, sampleUsage } from '../../../testing/samples.ts'
import DocumentPreview from '../wizard/document-preview.tsx'
import { parseDraft } from '../wizard/draft.ts'
import { makeEmptyWizard, toPreview, type WizardStep } from '../wizard/wizard-values.ts'
import { PersonWizard } from './person-verification-page.tsx'

// The wizard updates a prefilled date to today.
onDay('2026-11-21')

function at(step: WizardStep, thirdPartyEmail = '') {
  const values = { ...makeEmptyWizard('2026-11-21'), thirdPartyEmail }
  const draft = parseDraft({ userId: 'ada', step, values }, 'ada', values)
  const found = { draft, isOwn: false, isBehind: false, round: 0 }
  return renderPage(
    createElement(PersonWizard, {
      userId: 'ada',
      found,
      begin() {},
      usage: sampleUsage({ personVerification: sampleMonth(0, 1) }),
    }),
  )
}

describe('the person wizard', () => {
  it("doesn't promise a mail, but a note whether there was one (CREATE-17)", () => {
    expect(at(1).text).toContain('We tell you when they have.')
    expect(at(1).text).not.toMatch(/we(’ll| will)? (e?mail|send) (it|the link)/i)
  })

  it('asks on step 1 for full name and date of birth, with the hint that the person must be 18 or older (PERSON-1)', () => {
    expect(listLabels(at(1))).toEqual(['Full name', 'Date of birth'])
    expect(at(1).text).toContain('You must be 18 or over.')
  })

  it('asks on step 2 for the third party’s names, platform, email (where the link will be sent), phone and terms (PERSON-2)', () => {
    expect(listLabels(at(2))).toEqual([
      "Third party's full name",
      'Name on social media',
      'Platform where you met',
      "Third party's email",
      "Third party's phone",
      'Additional terms',
    ])
    expect(at(2).text).toContain('They type this address to open the link.')
  })

  it("asks on step 3 for additional terms, today's date and the typed-name signature, in this order (PERSON-3)", () => {
    expect(listLabels(at(3))).toEqual(['Additional terms', 'Date', 'Signature'])
    expect(at(3).html).toMatch(/type="date"[^>]*value="2026-11-21"/)
  })

  it('asks for no photo and no ID (PERSON-5)', () => {
    for (const step of [1, 2, 3, 4] as const) {
      expect(at(step).html).not.toContain('type="file"')
      expect(listButtons(at(step)).join()).not.toMatch(/photo/i)
    }
  })

  it('previews the document on step 4 and generates the link only with an email (CREATE-19, PERSON-4)', () => {
    expect(at(4).text).toContain('What they read and sign')
    const parts = toPreview('person', makeEmptyWizard('2026-11-21'), sampleConsentText('person'))
    const { text } = renderPage(createElement(DocumentPreview, { parts }))
    for (const part of [
      'The parties',
      'Do not sign if you are under 18',
      'It is a record. It is not consent to any act, meeting or relationship.',
      'Signatures',
    ])
      expect(text).toContain(part)
    expect(listButtons(at(4), true)).toEqual(['Generate Verification Link'])
    expect(listButtons(at(4, 'sam@example.com'), false)).toContain('Generate Verification Link')
  })

  it('explains in the privacy card the next steps, data security, consent, and that harassment is prohibited (PERSON-6)', () => {
    const { text } = at(1)
    for (const part of ['What happens next', 'Data security', 'Consent']) expect(text).toContain(part)
    expect(text).toContain(
      'Not allowed Harassment, and collecting information about someone without their consent.',
    )
  })
})
