import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../../../../contract/plan.ts'
import { expectInOrder, listButtons, listLabels, onDay, renderPage } from '../../../testing/render-page.ts'
import { sampleConsentText, sampleUsage } from '../../../testing/samples.ts'
import DocumentPreview from '../wizard/document-preview.tsx'
import { parseDraft } from '../wizard/draft.ts'
import { makeEmptyWizard, toPreview, type WizardStep, type WizardValues } from '../wizard/wizard-values.ts'
import { AgeWizard } from './age-wizard.tsx'

// The wizard updates a prefilled date to today.
onDay('2026-11-21')

function at(step: WizardStep, typed: Partial<WizardValues> = {}, tier: Usage['tier'] = 'free') {
  const values = { ...makeEmptyWizard('2026-11-21'), ...typed }
  const draft = parseDraft({ userId: 'ada', step, values }, 'ada', values)
  const found = { draft, isOwn: false, isBehind: false, round: 0 }
  const props = { userId: 'ada', found, begin() {}, usage: sampleUsage({ tier }) }
  return renderPage(createElement(AgeWizard, props))
}

/** The document preview, which is opened on step 4. */
function preview(typed: Partial<WizardValues>): string {
  const parts = toPreview('age', { ...makeEmptyWizard('2026-11-21'), ...typed }, sampleConsentText())
  return renderPage(createElement(DocumentPreview, { parts })).text
}

describe('the age wizard', () => {
  it('asks on step 1 for consent to share, marked as required, a passport-style photo, full name and date of birth (AGE-1)', () => {
    const [consent, ...fields] = listLabels(at(1))
    expect(consent).toMatch(/^I consent to sharing my identity/)
    expect(at(1).html).toMatch(/<input(?=[^>]*type="checkbox")[^>]*required=""/)
    expect(fields).toEqual(['Full name', 'Date of birth'])
    expect(listButtons(at(1))).toContain('Take a Passport-Style Photo')
  })

  it('asks on step 2 for the third party’s names, ages, platform and optional terms; the claimed age stays blank if it is the same (AGE-2)', () => {
    expect(listLabels(at(2))).toEqual([
      "Third party's full name",
      'Name on social media',
      'Age shown on platform',
      'Age claimed',
      'Platform where you met',
      'Additional terms',
    ])
    expect(at(2).text).toContain('Only if they told you a different age.')
    expect(at(2).html).toContain('<textarea')
  })

  it('asks on step 3 for a typed signature, the date and a valid ID, as a file or by camera (AGE-3)', () => {
    expect(listLabels(at(3))).toEqual(['Signature', 'Date', 'Upload a valid ID'])
    expect(at(3).html).toMatch(/type="date"[^>]*value="2026-11-21"/)
    expect(listButtons(at(3))).toContain('Take a photo of your ID')
  })

  it('shows at the upload the formats JPG, PNG, HEIC and PDF and its one max size, and accepts image or pdf (UPLOAD-3)', () => {
    expect(at(3, {}, 'monthly').text).toContain(
      'JPG, PNG, HEIC or PDF. Max size: 10MB as a PDF, 5MB as a photo.',
    )
    // The free plan accepts nothing above 5 MB, and the panel shows no other size.
    expect(at(3).text).toContain('JPG, PNG, HEIC or PDF. Max size: 5MB.')
    expect(at(3).text).not.toContain('10MB')
    expect(at(3).html).toMatch(/accept="[^"]*image\/jpeg,image\/png,application\/pdf[,"]/)
  })

  it('shows parties, warning, the five sentences and signatures on step 4, and generates the link only with an email (CREATE-19, AGE-4)', () => {
    const text = preview({ fullName: 'Ada Byron', thirdPartyName: 'Sam O’Neill', signature: 'Ada B.' })
    for (const part of ['The parties', 'Ada Byron', 'Sam O’Neill', 'Do not sign if you are under 18'])
      expect(text).toContain(part)
    for (const part of [
      'It is a record. It is not consent to any act, meeting or relationship.',
      'Introduction',
      'Signatures',
      'Ada B.',
      'Not signed yet',
    ])
      expect(text).toContain(part)
    expectInOrder(text, ['Not signed yet', 'The whole text', 'Governing law'])
    expect(listButtons(at(4), true)).toEqual(['Generate Verification Link'])
    expect(listButtons(at(4, { thirdPartyEmail: 'sam@example.com' }), false)).toContain(
      'Generate Verification Link',
    )
  })

  it('shows in the preview how long the consent is valid, where it has an end (VALID-4)', () => {
    expect(preview({ validity: '7_days' })).toContain('Valid for 7 days after they submit.')
    expect(preview({})).not.toMatch(/^Valid|Valid for/)
  })

  it('asks for the email before the preview on step 4 (CREATE-26)', () => {
    expect(at(4).text).toMatch(/Third party's email .*What they read and sign/)
  })

  it('goes back from every step but the first, and forward by Next (CREATE-4)', () => {
    expect(listButtons(at(1), true)).toEqual(['Previous'])
    for (const step of [2, 3] as const) {
      expect(listButtons(at(step), false)).toEqual(expect.arrayContaining(['Previous', 'Next']))
      expect(at(step).text).toContain(`Step ${step} of 4`)
    }
  })
})
