import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  create,
  invite,
  personCreation,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { personForEach } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

/** 12:00 UTC on 11 March 2026 when the app starts: the day begins in UTC-12, and the next day has begun in UTC+14. */
const test = testAppForFile()
const ada = personForEach(test)

const otherDays = ['1999-01-01', '2026-03-09', '2026-03-10', '2026-03-13', '2099-12-31']
const itsDays = ['2026-03-11', '2026-03-12']

const rows = async () =>
  (await test.database.row<{ n: number }>(sql`SELECT count(*)::int AS n FROM verifications`))?.n

describe('a creator who dates their signature', () => {
  it.each(otherDays)('%s creates nothing', async (signatureDate) => {
    const before = await rows()
    for (const creation of [personCreation(test), await ageCreation(test, ada)]) {
      const answer = await create(test, ada, { ...creation, signatureDate })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        {
          code: 'validation_failed',
          errors: [{ path: 'signatureDate', message: 'Date your signature today' }],
        },
      ])
    }
    expect(await rows()).toBe(before)
  })

  it.each(itsDays)('%s, which is today in some time zone, keeps that day', async (signatureDate) => {
    const answer = await create(test, ada, { ...personCreation(test), signatureDate })
    const { id } = (await answer.json()) as { id: string }
    expect(
      await test.database.row(sql`SELECT signature_date AS day FROM verifications WHERE id = ${id}`),
    ).toEqual({
      day: signatureDate,
    })
  })

  it('with another day is told so only after all faults that the specification lists (CREATE-7)', async () => {
    const wrong = { ...personCreation(test), signatureDate: '1999-01-01' }
    for (const [fault, code] of [
      [{ signature: '' }, 'step_sign_date'],
      [{ thirdPartyEmail: '' }, 'step_email'],
      [{ dateOfBirth: '2010-01-01' }, 'under_age'],
    ] as const) {
      expect(await (await create(test, ada, { ...wrong, ...fault })).json()).toMatchObject({ code })
    }
  })
})

describe('a third party who dates their signature', () => {
  let sam: ThirdParty
  beforeEach(async () => {
    sam = await invite(test, ada, { type: 'person' })
  })
  const stored = () =>
    test.database.row(sql`
      SELECT status, third_party_signature_date AS day FROM verifications WHERE id = ${sam.verificationId}`)

  it.each(otherDays)('%s completes nothing', async (signatureDate) => {
    const answer = await submitWhole(test, sam, { signatureDate })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'signature_date_not_today', title: 'The date is not today' },
    ])
    expect(await stored()).toEqual({ status: 'pending', day: null })
  })

  it.each(itsDays)('%s, which is today in some time zone, keeps that day', async (signatureDate) => {
    const answer = await submitWhole(test, sam, { signatureDate })
    expect(answer.status).toBe(200)
    expect(await stored()).toEqual({ status: 'verified', day: signatureDate })
  })

  it('signs on the server’s day in UTC without a date', async () => {
    expect((await submitWhole(test, sam)).status).toBe(200)
    expect(await stored()).toEqual({ status: 'verified', day: '2026-03-11' })
  })

  it('with another day is told so only after all faults that the specification lists (ERROR-6)', async () => {
    for (const [fault, code] of [
      [{ selfieUrl: '' }, 'missing_selfie'],
      [{ identityConsent: 'false' }, 'identity_consent_required'],
      [{ consentTextVersion: 'other' }, 'consent_text_changed'],
    ] as const) {
      const answer = await submitWhole(test, sam, { signatureDate: '1999-01-01', ...fault })
      expect(await answer.json()).toMatchObject({ code })
    }
  })
})
