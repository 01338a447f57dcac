import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { IdentityCheck } from '../../../contract/identity-check.ts'
import words from '../../../words/en/identity-checks.ts'
import { listButtons, renderPage } from '../../testing/render-page.ts'
import { openIdentityCheck as open } from '../../testing/samples.ts'
import { KnownCheck } from './identity-check-field.tsx'

type Check = NonNullable<IdentityCheck['check']>
const checked: Check = {
  ...open,
  state: 'checked',
  ageOver18: true,
  nameAgrees: true,
  faceMatched: true,
  checkedAt: '2026-11-22T12:00:00.000Z',
}

function shown(check: Check | null, provider: string | null = 'Stripe Identity') {
  const known = { provider, check }
  return renderPage(createElement(KnownCheck, { known, isUploading: false, isLeaving: false, onBegin() {} }))
}

describe('a check by a provider, on the page (PROVIDER-8)', () => {
  it('is offered with the provider’s name, the procedure and the retention', () => {
    const page = shown(null)
    expect(page.text).toContain('Have your ID and your face checked by Stripe Identity')
    expect(page.text).toContain('We tell Stripe Identity to erase what it collected.')
    expect(listButtons(page)).toEqual(['Go to the check'])
    expect(shown({ ...open, state: 'cancelled' }).text).toBe(page.text)
  })
  it("isn't shown without a provider (PROVIDER-1)", () => {
    expect(shown(null, null).text).toBe('')
  })
  it('continues a check in progress, and explains why the last try failed', () => {
    expect(listButtons(shown(open))).toEqual(['Go on with the check'])
    expect(shown({ ...open, fault: 'selfie_face_mismatch' }).text).toContain(
      words.faults['selfie_face_mismatch'],
    )
    expect(shown({ ...open, fault: 'something_new' }).text).toContain(words.faults['other'])
  })
  it('has no button while the document is examined, and once there is a result', () => {
    for (const check of [{ ...open, state: 'processing' as const }, checked]) {
      expect(listButtons(shown(check))).toEqual([])
    }
  })
  it('shows every verdict', () => {
    expect(shown(checked).text).toMatch(/You’re 18 or over\. The name is the one .* The face was the same\./)
    expect(shown({ ...checked, nameAgrees: false }).text).toContain(
      'The document has another name, so the record won’t say that yours was checked.',
    )
    expect(shown({ ...checked, ageOver18: false }).text).toContain('The document says you’re under 18')
  })
})
