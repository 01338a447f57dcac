import { describe, expect, it } from 'vitest'
import { judgeIdentity } from './verdict.ts'

const read = { givenNames: 'Łucja Maria', surname: 'Nowak-Lis', birthDate: '1990-04-17', faceMatched: true }
const judge = (
  more: Partial<Omit<typeof read, 'birthDate'>> & { birthDate?: string | null } = {},
  name = 'Łucja Nowak',
) => judgeIdentity({ ...read, ...more }, name, '2026-03-11')

describe('the verdicts about a checked document', () => {
  it('state 18 or over on the birthday and under 18 the day before, also for 29 February (PROVIDER-5)', () => {
    expect(judge({ birthDate: '2008-03-11' })?.ageOver18).toBe(true)
    expect(judge({ birthDate: '2008-03-12' })?.ageOver18).toBe(false)
    const leap = { ...read, birthDate: '2008-02-29' }
    expect(judgeIdentity(leap, 'Łucja Nowak', '2026-02-28')?.ageOver18).toBe(false)
    expect(judgeIdentity(leap, 'Łucja Nowak', '2026-03-01')?.ageOver18).toBe(true)
  })

  it.each(['lucja NOWAK', 'Nowak Łucja Maria', 'Łucja Nowak-Lis', 'Łucja Lis'])(
    'accept %s as the name in the document',
    (name) => expect(judge({}, name)?.nameAgrees).toBe(true),
  )

  it.each(['Łucja', 'Nowak', 'Maria Kowalska', 'Łucja Nowak Kowalska', 'Bob Nowak', '', '–'])(
    'reject %j as the name in the document',
    (name) => expect(judge({}, name)?.nameAgrees).toBe(false),
  )

  it('pass on the result of the face comparison', () => {
    expect(judge({ faceMatched: false })?.faceMatched).toBe(false)
  })

  it('are null without a birth date', () => {
    expect(judge({ birthDate: null })).toBeNull()
  })
})
