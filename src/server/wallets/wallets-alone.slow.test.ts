import { beforeEach, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  create,
  creationWithoutPictures,
  enter,
  type Person,
  post,
  readAnswer,
  register,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import { readFacts } from '../testing/records.ts'
import { answerWallet, begun, takeSimulatedWallets } from '../testing/simulated-wallet.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app.ts'

const walletsAlone = { age: 'wallet', walletInsteadOfId: true, face: false } as const

describe('two people who agree to use only wallets', () => {
  const test = testAppForFile()
  let issuer: Issuer
  let creator: Person
  beforeEach(async () => {
    issuer = await takeSimulatedWallets(test)
    creator = await register(test)
  })

  async function proven(who: Person | ThirdParty): Promise<string> {
    const session = await begun(test, who)
    await answerWallet(test, issuer, session, 'yes')
    return session.id
  }

  function createdWith(walletProofId: string) {
    const asked = { asksFor: walletsAlone, walletProofId }
    return create(test, creator, { ...creationWithoutPictures(test), ...asked })
  }

  async function submission(by: ThirdParty): Promise<Record<string, string>> {
    const { selfieUrl: _, idUrl: __, ...rest } = await wholeSubmission(test, by)
    return rest
  }

  it('finish without any picture, and the record names the issuers (WALLET-13)', async () => {
    const { id } = await readAnswer<{ id: string }>(createdWith(await proven(creator)), 201)
    const thirdParty = await enter(test, id)
    const rest = await submission(thirdParty)
    await test.database.run(sql`DELETE FROM documents WHERE attached_at IS NULL`)
    const early = await post(test, thirdParty, rest)
    expect(((await early.json()) as { code: string }).code).toMatch(/^(age_not_proven|missing_id_document)$/)
    await proven(thirdParty)
    expect((await post(test, thirdParty, rest)).status).toBe(200)
    const documents = sql`SELECT 1 FROM documents WHERE verification_id = ${id} OR user_id = ${creator.id}`
    expect(await test.database.rows(documents)).toEqual([])

    const facts = await readFacts(test, id, creator)
    expect(facts.known.filter(({ fact }) => fact === 'age' || fact === 'face')).toEqual([
      { fact: 'age', party: 'creator', step: 'wallet', at: expect.any(String) },
      { fact: 'age', party: 'thirdParty', step: 'wallet', at: expect.any(String) },
    ])
    const source = {
      step: 'wallet',
      credentialType: 'eu.europa.ec.av.1',
      issuerName: 'Simulated issuer',
      proofSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: expect.any(String),
    }
    expect(facts.sources).toEqual({ creator: [source], thirdParty: [source] })
    await expectSoundTrails(test)
  })

  it('can add a proof to a photo and an ID, which establishes more about the age', async () => {
    const usual = { ...(await ageCreation(test, creator)), walletProofId: await proven(creator) }
    const { id } = (await (await create(test, creator, usual)).json()) as { id: string }
    const view = await test.app.request(`/api/verifications/${id}`, { headers: creator.headers })
    expect(ownerViewSchema.parse(await view.json()).howKnown.known[0]).toMatchObject({
      fact: 'age',
      step: 'wallet',
    })
  })

  it('keep a proof unspent when a creation is refused', async () => {
    const own = await proven(creator)
    const usual = await ageCreation(test, creator)
    const refused = { ...usual, walletProofId: own, idDocumentId: null }
    expect((await create(test, creator, refused)).status).toBe(422)
    expect((await createdWith(own)).status).toBe(201)
  })
})
