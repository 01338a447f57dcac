import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../../contract/problem.ts'
import { allGiven, noneGiven } from '../../../domain/testing/submission-answers.ts'
import { submissionFaults } from '../../../domain/verification/submission.ts'
import { RequestFailure } from '../../api/request.ts'
import { parsePass } from '../../shared/link/gate-pass.ts'
import { toSubmissionFailure } from './form/submit-panel.tsx'
import { listMissingParts, listSteps, noAnswers, parseAnswers, placeOf } from './form/third-party-answers.ts'
import { parseAwaitedCode } from './gate/gate-page.tsx'
import { toLinkFault } from './gate/link-fault.ts'

describe('the missing parts of a submission', () => {
  it('are listed completely and in the specified order (SUBMIT-1)', () => {
    expect(listMissingParts(noneGiven)).toEqual(
      submissionFaults.filter((fault) => fault !== 'age_not_proven'),
    )
    expect(listMissingParts(allGiven)).toEqual([])
  })

  it('are given on five steps, and on four where no photo is asked for (FORM-7, FORM-14)', () => {
    expect(listSteps({ face: true })).toEqual(['asked', 'text', 'photo', 'age', 'sign'])
    expect(listSteps({ face: false })).toEqual(['asked', 'text', 'age', 'sign'])
    for (const fault of submissionFaults) expect(listSteps({ face: true })).toContain(placeOf[fault].step)
    for (const fault of listMissingParts({ ...noneGiven, asksSelfie: false }))
      expect(listSteps({ face: false })).toContain(placeOf[fault].step)
  })
})

describe('the storage of a tab', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const pass = { token: 't', expiresAt: '2026-11-21T10:00:01Z', email: 'c@example.org' }

  it('opens the gate while the pass is valid (FORM-13)', () => {
    expect(parsePass(pass, now)).toEqual(pass)
    expect(parsePass({ ...pass, expiresAt: '2026-11-21T10:00:00Z' }, now)).toBeNull()
    expect(parsePass({ ...pass, hasSubmitted: true }, now)).toEqual({ ...pass, hasSubmitted: true })
  })

  it.each([null, 'x', {}, { ...pass, token: 7 }, { ...pass, expiresAt: 'soon' }])(
    'opens nothing with %o (FORM-13)',
    (odd) => {
      expect(parsePass(odd, now)).toBeNull()
    },
  )

  it('asks for the mailed code while it is valid', () => {
    const code = { email: 'c@example.org', expiresAt: '2026-11-21T10:00:01Z', tries: 2 }
    expect(parseAwaitedCode(code, now)).toEqual(code)
    expect(parseAwaitedCode({ ...code, expiresAt: '2026-11-21T10:00:00Z' }, now)).toBeNull()
    for (const odd of [null, 'x', {}, { ...code, email: 7 }, { ...code, expiresAt: 'soon' }]) {
      expect(parseAwaitedCode(odd, now)).toBeNull()
    }
  })

  it('accepts only true as a tick', () => {
    expect(parseAnswers({ signature: 'C', consent: 'true', identityConsent: true })).toEqual({
      ...noAnswers,
      signature: 'C',
      identityConsent: true,
    })
    expect(parseAnswers(null)).toEqual(noAnswers)
  })
})

describe("a link that can't be opened", () => {
  const answered = (status: number) => new RequestFailure(null, status)

  it('is not found, cannot be reached, or fails with an unknown error (GATE-2)', () => {
    expect(toLinkFault(answered(404)).message).toBe(
      'Verification not found. The link may be invalid, expired, or the verification has been removed.',
    )
    expect(toLinkFault(new RequestFailure(null, null))).toEqual({
      message: 'Failed to load verification details. Please try again later.',
      canRetry: true,
    })
    expect(toLinkFault(answered(500)).canRetry).toBe(true)
    expect(toLinkFault(new TypeError('odd')).message).toBe(
      'An unexpected error occurred while loading the verification',
    )
  })
})

describe('a submission that fails', () => {
  const refused = (code: ProblemCode, status: number, title: string, detail: string) =>
    new RequestFailure({ type: 'about:blank', code, status, title, detail }, status)

  it("keeps the server's text, and offers a reload when the consent text has changed (SUBMIT-3)", () => {
    const changed = refused('consent_text_changed', 409, 'The text has changed', 'Please reload.')
    expect(toSubmissionFailure(changed)).toEqual({
      title: 'The text has changed',
      description: 'Please reload.',
      fault: null,
      isTextChanged: true,
    })
    const missing = refused('missing_selfie', 422, 'Missing selfie', 'Please take a photo of yourself')
    expect(toSubmissionFailure(missing).fault).toBe('missing_selfie')
  })

  it('reports a lost connection, and never shows the text of a broken server (SUBMIT-9)', () => {
    expect(toSubmissionFailure(new RequestFailure(null, null)).title).toBe('Network error')
    const broken = refused('unexpected_failure', 500, 'An unexpected error occurred', 'stack')
    expect(toSubmissionFailure(broken)).toEqual({
      title: 'Verification failed',
      description: 'There was a problem submitting your verification',
      fault: null,
      isTextChanged: false,
    })
  })
})
