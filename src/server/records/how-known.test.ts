import { beforeAll, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import type { VerificationList } from '../../contract/verification.ts'
import { defaultAsks } from '../../domain/evidence/evidence.ts'
import { sql } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  invite,
  personCreation,
  post,
  postJson,
  readAnswer,
  readRefusal,
  submitWhole,
  wholeSubmission,
} from '../testing/people.ts'
import {
  completeRecord,
  mailedLink,
  mailsTo,
  personForEach,
  readFacts,
  viewAsOwner,
  viewRecord,
  withdraw,
} from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { answerWallet, begun, takeSimulatedWallets } from '../testing/simulated-wallet.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const ada = personForEach(test, 'annual')
let issuer: Issuer
beforeAll(async () => {
  issuer = await takeSimulatedWallets(test)
})

const sealedFacts = (id: string) => readFacts(test, id, ada)

const check = (asked: { sha256: string; checkCode?: string }) =>
  readAnswer<Record<string, unknown>>(postJson(test, '/api/check', asked))

const readCheckCode = async (id: string) => (await viewRecord(test, id, ada)).checkUrl.split('#')[1] ?? ''

describe('the JSON of a record', () => {
  it('states once for each fact of each person how it is known (EVIDENCE-3, EVIDENCE-6)', async () => {
    const facts = await sealedFacts(await completeRecord(test, ada))
    expect(facts.format).toBe('sealed-record/4')
    const at = facts.verifiedAt
    const declared = (party: string) =>
      ['age', 'name', 'face'].map((fact) => ({ fact, party, step: 'declared', at }))
    expect(facts.known).toEqual([
      ...declared('creator'),
      { fact: 'mailbox', party: 'creator', step: 'code', at },
      ...declared('thirdParty'),
      { fact: 'mailbox', party: 'thirdParty', step: 'typed', at },
    ])
    expect(facts.sources).toEqual({ creator: [], thirdParty: [] })
    expect(facts.asked).toEqual(defaultAsks)
    expect(facts.consent).toMatchObject({ thirdParty: { ticked: expect.arrayContaining(['adult']) } })
  })

  it('has the birth date of the creator, but not of the third party (EVIDENCE-7)', async () => {
    const facts = await sealedFacts(await completeRecord(test, ada))
    expect(facts.creator.dateOfBirth).toBe('1990-04-17')
    expect(JSON.stringify(facts.thirdParty)).not.toMatch(/birth|\d{4}-\d{2}-\d{2}/i)
    expect(JSON.stringify(facts).match(/1990-04-17/g)).toHaveLength(1)
  })

  it('has the fingerprints of exactly the files that can be downloaded (UPLOAD-24)', async () => {
    const id = await completeRecord(test, ada)
    const facts = await sealedFacts(id)
    const view = await viewAsOwner(test, id, ada)
    const addresses = Object.values(view.documents).map((document) =>
      document?.state === 'open' ? document.document.url : '',
    )
    const hashes = await Promise.all(
      addresses.map(async (url) => {
        const answer = await test.app.request(url)
        return hashHex(new Uint8Array(await answer.arrayBuffer()))
      }),
    )
    expect(facts.evidence.map(({ sha256 }) => sha256)).toEqual(hashes)
    expect(new Set(facts.evidence.map(({ of }) => of))).toEqual(new Set(['stored']))
  })

  it("lets the check with the record's code find each of those files, even destroyed ones, and no others (RECORD-17)", async () => {
    const [id, another] = [await completeRecord(test, ada), await completeRecord(test, ada)]
    const { evidence } = await sealedFacts(id)
    const [checkCode, codeOfAnother] = [await readCheckCode(id), await readCheckCode(another)]
    const answers = async () => Promise.all(evidence.map(({ sha256 }) => check({ sha256, checkCode })))
    const expected = evidence.map(({ category }) => ({
      result: 'evidence',
      category,
      sealedAt: expect.any(String),
      withdrawnAt: null,
      validUntil: null,
    }))
    expect(await answers()).toEqual(expected)
    await withdraw(test, id, ada)
    await test.runJobs()
    expect(await answers()).toEqual(
      expected.map((answer) => ({ ...answer, withdrawnAt: expect.any(String) })),
    )
    const elsewhere = hashHex(await pngPicture())
    expect(await check({ sha256: elsewhere, checkCode: codeOfAnother })).toMatchObject({ result: 'changed' })
  })

  it("stays hidden from a person with a picture or a scan of it but without the record's code (RECORD-70)", async () => {
    const id = await completeRecord(test, ada)
    const { evidence } = await sealedFacts(id)
    const look = async () => {
      for (const { sha256 } of evidence) {
        expect(await check({ sha256 })).toEqual({ result: 'unknown' })
        expect(await check({ sha256, checkCode: 'A'.repeat(22) })).toEqual({ result: 'unknown' })
      }
    }
    await look()
    await withdraw(test, id, ada)
    await test.runJobs()
    await look()
  })

  it('has the step `typed` for a creator whose address was unconfirmed at the completion, even if it is confirmed later', async () => {
    const id = await completeRecord(test, ada)
    const confirm = (at: Date | null) =>
      test.asOwner((owner) =>
        owner.run(sql`UPDATE users SET email_confirmed_at = ${at} WHERE id = ${ada.id}`),
      )
    await confirm(null)
    const other = await completeRecord(test, ada)
    await confirm(test.clock.now())
    const readStep = async (record: string) =>
      (await sealedFacts(record)).known.find(({ fact, party }) => fact === 'mailbox' && party === 'creator')
        ?.step
    expect([await readStep(id), await readStep(other)]).toEqual(['code', 'typed'])
  })
})

it('is told to each person about the other’s age in the mail about the record (EVIDENCE-4)', async () => {
  const sam = await invite(test, ada)
  await answerWallet(test, issuer, await begun(test, sam), 'yes')
  await readAnswer(submitWhole(test, sam))
  await test.runJobs()
  const readAge = async (email: string) =>
    /About the other person’s age: (.+)/.exec((await mailsTo(test, email)).at(-1)?.text ?? '')?.[1]
  expect(await readAge(ada.email)).toMatch(/wallet/)
  expect(await readAge('sam@example.com')).toMatch(/^They state/)
})

describe('the pages of a record', () => {
  it('have the same rows, for both people (EVIDENCE-4)', async () => {
    const id = await completeRecord(test, ada)
    const facts = await sealedFacts(id)
    const owner = await viewAsOwner(test, id, ada)
    const view = await viewRecord(test, id, await mailedLink(test, id))
    expect(owner.howKnown.known).toEqual(facts.known)
    expect(view.form.howKnown.known).toEqual(facts.known)
  })

  it("show in the creator's list how the third party’s age is known, once there is a record (EVIDENCE-11)", async () => {
    await completeRecord(test, ada)
    await createVerification(test, ada, { type: 'person' })
    const list = (await (await test.app.request('/api/verifications', ada)).json()) as VerificationList
    expect(list.items.map(({ status, thirdPartyAgeStep }) => [status, thirdPartyAgeStep]).sort()).toEqual([
      ['pending', null],
      ['verified', 'declared'],
    ])
  })
})

describe('the evidence that a creator requests', () => {
  it("is shown with the creator's own facts before the third party gives anything (EVIDENCE-9)", async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const sam = await enter(test, id)
    const form = await (await test.app.request(`/api/public/verifications/${id}/form`, sam)).json()
    expect(form).toMatchObject({ asksFor: defaultAsks, given: [] })
    const { known } = (form as { howKnown: { known: { party: string; fact: string; step: string }[] } })
      .howKnown
    expect(known.map(({ party, fact, step }) => `${party} ${fact} ${step}`)).toEqual([
      'creator age declared',
      'creator name declared',
      'creator mailbox code',
    ])
  })

  it.each([
    { age: 'declared', walletInsteadOfId: false, face: false },
    { age: 'document', walletInsteadOfId: true, face: false },
    { age: 'wallet', walletInsteadOfId: false, face: true },
  ])('is refused for less than a photo and an ID without a wallet: %o (EVIDENCE-5)', async (asksFor) => {
    const before = await test.database.row(sql`SELECT count(*) AS n FROM verifications`)
    const answer = await create(test, ada, { ...(await ageCreation(test, ada)), asksFor })
    expect(await readRefusal(answer)).toEqual([422, 'asks_impossible'])
    expect(await test.database.row(sql`SELECT count(*) AS n FROM verifications`)).toEqual(before)
  })

  it('is refused when the installation does not support it (EVIDENCE-5)', async () => {
    const { documentReader, wallets } = test.platform
    Object.assign(test.platform, { documentReader: null, wallets: { ...wallets, offered: [] } })
    try {
      for (const asksFor of [
        { ...defaultAsks, age: 'document' },
        { ...defaultAsks, walletInsteadOfId: true },
      ])
        for (const creation of [personCreation(test), await ageCreation(test, ada)]) {
          const answer = await create(test, ada, { ...creation, asksFor })
          expect(await readRefusal(answer)).toEqual([422, 'asks_impossible'])
        }
      expect((await createVerification(test, ada)).id).toBeTruthy()
    } finally {
      Object.assign(test.platform, { documentReader, wallets })
    }
  })

  it("does not make a creator’s picture optional without the creator's own proof", async () => {
    const asksFor = { age: 'wallet', walletInsteadOfId: true, face: false }
    const whole = await ageCreation(test, ada)
    const without = { ...whole, asksFor, selfieDocumentId: null, idDocumentId: null }
    const invented = '00000000-0000-4000-8000-000000000000'
    for (const [creation, code] of [
      [{ ...without, walletProofId: invented }, 'wallet_proof_missing'],
      [without, 'step_photo'],
      [{ ...whole, idDocumentId: null }, 'step_sign_date_id'],
    ] as const) {
      expect(await readRefusal(await create(test, ada, creation))).toEqual([422, code])
    }
  })

  it('applies to the submission too: a readable document or a wallet is required if it was requested (SUBMIT-11)', async () => {
    for (const [asksFor, code] of [
      [{ age: 'document', walletInsteadOfId: false, face: true }, 'age_not_read'],
      [{ age: 'wallet', walletInsteadOfId: true, face: true }, 'missing_id_document'],
    ] as const) {
      const sam = await invite(test, ada, { asksFor })
      const whole = await wholeSubmission(test, sam)
      const idUrl = code === 'missing_id_document' ? '' : (whole['idUrl'] ?? '')
      expect(await readRefusal(await post(test, sam, { ...whole, idUrl }))).toEqual([422, code])
    }
  })
})
