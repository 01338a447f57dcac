import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../../contract/problem.ts'
import { RequestFailure } from '../../../api/request.ts'
import { toCreationFailure } from './use-creation.ts'

const problem = (more: Partial<Problem>): Problem => ({
  type: 'about:blank',
  code: 'validation_failed',
  title: 'Information required',
  status: 400,
  ...more,
})

describe('a creation that fails', () => {
  it("shows the server's words and its fields", () => {
    const errors = [
      { path: 'thirdPartyEmail', message: 'Please enter a valid email address' },
      { path: 'thirdPartyEmail', message: 'second' },
    ]
    expect(toCreationFailure('age', new RequestFailure(problem({ errors }), 400))).toEqual({
      title: 'Information required',
      description: 'Please enter a valid email address',
      errors: { thirdPartyEmail: 'Please enter a valid email address' },
    })
  })

  it('reports a reached limit (CREATE-11)', () => {
    const refusal = problem({
      code: 'age_allowance_spent',
      status: 402,
      title: 'Subscription limit reached',
      detail: 'Please upgrade your plan to create more age verifications',
    })
    expect(toCreationFailure('age', new RequestFailure(refusal, 402))).toMatchObject({
      title: 'Subscription limit reached',
      description: 'Please upgrade your plan to create more age verifications',
    })
  })

  it('reports that an earlier attempt had arrived, and the effect of pressing again (CREATE-13)', () => {
    const refusal = problem({ code: 'idempotency_key_reused', status: 422, title: 'The key was used before' })
    expect(toCreationFailure('person', new RequestFailure(refusal, 422))).toMatchObject({
      title: 'Your earlier attempt worked',
      description: expect.stringMatching(/history.*creates another one/),
      errors: {},
    })
  })

  it('appends the reason only for a person verification (CREATE-15)', () => {
    const broken = new RequestFailure(problem({ status: 500, title: 'An unexpected error occurred' }), 500)
    expect(toCreationFailure('age', broken)).toMatchObject({
      title: 'Error saving data',
      description: 'There was a problem saving your verification data',
    })
    expect(toCreationFailure('person', broken).description).toBe(
      'There was a problem saving your verification data: An unexpected error occurred',
    )
  })

  it('reports a lost connection, an unexpected answer and a bug (CREATE-15)', () => {
    expect(toCreationFailure('age', new RequestFailure(null, null))).toMatchObject({
      title: 'Error creating link',
      description: 'Please check your connection and try again.',
    })
    expect(toCreationFailure('age', new RequestFailure(null, 502)).title).toBe('Error saving data')
    expect(toCreationFailure('age', new TypeError('x is not a function')).description).not.toContain(
      'function',
    )
  })
})
