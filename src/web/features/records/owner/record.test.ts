import { describe, expect, it } from 'vitest'
import words from '../../../../words/en/owner.ts'
import { RequestFailure } from '../../../api/request.ts'
import { toRecordFault } from '../index.tsx'

describe("a record that can't be opened", () => {
  it("has the view's own text when the person may not see it (OWNER-7)", () => {
    expect(toRecordFault(new RequestFailure(null, 404), words.notYours)).toEqual({
      message: 'You do not have permission to view this form',
      canRetry: false,
    })
    expect(toRecordFault(new RequestFailure(null, 404), words.personNotFound).message).toBe(
      'Person verification not found',
    )
  })

  it('can be retried after a lost connection or a bug (OWNER-8)', () => {
    expect(toRecordFault(new RequestFailure(null, null), '')).toEqual({
      message: 'Failed to load consent form details',
      canRetry: true,
    })
    expect(toRecordFault(new TypeError('odd'), '').message).toBe('An unexpected error occurred')
  })
})
