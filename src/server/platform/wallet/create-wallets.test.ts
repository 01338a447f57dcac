import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerDigital, answerPosted, readRequestUri } from '../../../../simulators/wallet/answer-request.ts'
import { type AnswerKind, recipes } from '../../../../simulators/wallet/answers.ts'
import {
  createIssuer,
  documentTypeNames,
  type Holder,
  type Issuer,
} from '../../../../simulators/wallet/issuer.ts'
import { type CredentialType, credentials, type WalletRefusal } from '../../../domain/wallet.ts'
import { askWallet } from '../../testing/ask-wallet.ts'
import { createWallets } from './index.ts'
import type { AskedWallet, WalletAnswer, Wallets } from './wallets.ts'

const origin = 'https://assent.example'
const now = new Date('2026-03-11T12:00:00.000Z')

/** The expected verdict for each answer of the simulated wallet. */
const expected: Record<AnswerKind, WalletRefusal | boolean | 'cancelled'> = {
  yes: true,
  'long encoding': true,
  no: false,
  cancelled: 'cancelled',
  'other nonce': 'not_for_this_request',
  'other verifier': 'not_for_this_request',
  'unknown issuer': 'issuer_unknown',
  'own root': 'issuer_unknown',
  'other country': 'issuer_unknown',
  'signer without purpose': 'signer_refused',
  'expired signer': 'signer_refused',
  'expired credential': 'credential_expired',
  'future credential': 'credential_not_yet_valid',
  'other device key': 'not_for_this_request',
  'device mac': 'not_for_this_request',
  'flipped claim': 'changed',
  'no document': 'wrong_credential',
  'two documents': 'wrong_credential',
  'other signed type': 'wrong_credential',
  'text true': 'no_answer',
  'number one': 'no_answer',
  'only over 21': 'no_answer',
  'too much': 'too_much',
  'no family name': true,
  'empty name': true,
  'name as a number': true,
  'in clear': 'unreadable',
}

const wayNames = ['openid4vp-v1-unsigned', 'org-iso-mdoc', 'link', 'qr'] as const

describe('an answer of a wallet', () => {
  let issuer: Issuer
  let wallets: Wallets
  beforeAll(async () => {
    issuer = await createIssuer(now)
    const roots = documentTypeNames.map((type) => [type, [new X509Certificate(issuer.roots[type])]] as const)
    wallets = createWallets({ roots: new Map(roots), origin })
  })

  function ask(
    wayName: (typeof wayNames)[number],
    credentialType: CredentialType = 'org.iso.18013.5.1.mDL',
    more: Partial<Pick<AskedWallet, 'asksName' | 'today'>> = {},
  ): AskedWallet {
    const way = wayName === 'link' || wayName === 'qr' ? wayName : 'api'
    return askWallet(wallets, { way, credentialType, ...more })
  }

  async function answer(
    asked: AskedWallet,
    wayName: string,
    kind: AnswerKind,
    holder?: Holder,
  ): Promise<WalletAnswer> {
    const request = await wallets.request(asked, now)
    if ('uri' in request) {
      const read = readRequestUri(new URL(request.uri).searchParams)
      return { fields: await answerPosted(issuer, read, kind, now, holder) }
    }
    const chosen = request.requests.find(({ protocol }) => protocol === wayName)
    if (!chosen) throw new Error(`no request for ${wayName}`)
    return answerDigital(issuer, chosen, origin, kind, now, holder)
  }

  const toRefused = (kind: AnswerKind) => ({
    refusal: expected[kind] === 'cancelled' ? 'unreadable' : expected[kind],
  })

  describe.each(wayNames)('by %s', (wayName) => {
    it.each(Object.keys(recipes) as AnswerKind[])('is judged: %s', async (kind) => {
      const asked = ask(wayName)
      const given = await answer(asked, wayName, kind)
      expect(wallets.isCancelled(given)).toBe(expected[kind] === 'cancelled')
      const judged = await wallets.judge(asked, given, now)
      if (typeof expected[kind] === 'boolean') {
        expect(judged).toEqual({
          over18: expected[kind],
          issuerName: 'Simulated issuer',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        })
      } else {
        expect(judged).toEqual(toRefused(kind))
      }
    })
  })

  it('is unreadable when it is malformed, in every way', async () => {
    const bytes = [
      '',
      'x',
      'a.b.c',
      'a.b.c.d.e',
      'A'.repeat(30_000),
      '9b'.repeat(9),
      'bf'.repeat(999),
      '82'.repeat(40),
    ]
    const texts = [...bytes, ...bytes.map((text) => Buffer.from(text, 'hex').toString('base64url'))]
    for (const wayName of wayNames) {
      const asked = ask(wayName)
      for (const text of texts) {
        for (const data of [text, { response: text }, { response: [text] }, { vp_token: text }, null]) {
          const given = [{ protocol: wayName, data }, { fields: { response: text } }]
          for (const each of given) {
            expect(await wallets.judge(asked, each, now)).toEqual({ refusal: 'unreadable' })
          }
        }
      }
    }
  })

  const named = documentTypeNames.filter((type) => credentials[type].name.length > 0)

  describe.each(documentTypeNames.filter((type) => type !== 'org.iso.18013.5.1.mDL'))(
    'of the type %s',
    (type) => {
      it.each(Object.keys(recipes) as AnswerKind[])('is judged: %s (WALLET-2)', async (kind) => {
        const asked = ask('org-iso-mdoc', type)
        const judged = await wallets.judge(asked, await answer(asked, 'org-iso-mdoc', kind), now)
        if (typeof expected[kind] === 'boolean') expect(judged).toMatchObject({ over18: expected[kind] })
        else expect(judged).toEqual(toRefused(kind))
        expect(judged).not.toHaveProperty('name')
      })
    },
  )

  describe.each(named)('of the type %s, with the name', (type) => {
    it.each(wayNames)('has age and name by %s (WALLET-2)', async (wayName) => {
      const asked = ask(wayName, type, { asksName: true })
      expect(await wallets.judge(asked, await answer(asked, wayName, 'yes'), now)).toMatchObject({
        over18: true,
        name: { surname: 'Nowak', givenNames: 'Anna' },
      })
    })

    it.each([
      ['no family name', 'no_answer'],
      ['empty name', 'no_answer'],
      ['name as a number', 'no_answer'],
      ['only over 21', 'no_answer'],
      ['too much', 'too_much'],
      ['flipped claim', 'changed'],
      ['other nonce', 'not_for_this_request'],
    ] as const)('is refused: %s (WALLET-9)', async (kind, refusal) => {
      const asked = ask('openid4vp-v1-unsigned', type, { asksName: true })
      const given = await answer(asked, 'openid4vp-v1-unsigned', kind)
      expect(await wallets.judge(asked, given, now)).toEqual({ refusal })
    })

    it('is refused if it shows a name that was not asked for (WALLET-9)', async () => {
      const asked = ask('qr', type)
      const given = await answer({ ...asked, asksName: true }, 'qr', 'yes')
      expect(await wallets.judge(asked, given, now)).toEqual({ refusal: 'too_much' })
    })
  })

  it('with a birth date is judged on the day of the person’s own calendar (WALLET-2)', async () => {
    const turnsAdult = { family_name: 'Nowak', given_name: 'Anna', birth_date: '2008-03-12' }
    for (const [today, over18] of [
      ['2026-03-11', false],
      ['2026-03-12', true],
      // Without a day of theirs, it is that of UTC.
      [null, false],
    ] as const) {
      const asked = ask('qr', 'eu.europa.ec.eudi.pid.1', { today })
      const given = await answer(asked, 'qr', 'yes', turnsAdult)
      expect(await wallets.judge(asked, given, now)).toMatchObject({ over18 })
    }
  })

  it('is valid only for the requested document type', async () => {
    const asked = ask('link', 'eu.europa.ec.av.1')
    const given = await answer({ ...asked, credentialType: 'org.iso.18013.5.1.mDL' }, 'link', 'yes')
    expect(await wallets.judge(asked, given, now)).toEqual({ refusal: 'wrong_credential' })
  })

  it('is refused after the root has expired', async () => {
    const asked = ask('qr')
    const given = await answer(asked, 'qr', 'yes')
    const later = new Date(now.getTime() + 11 * 366 * 24 * 60 * 60 * 1000)
    expect(await wallets.judge(asked, given, later)).toEqual({ refusal: 'signer_refused' })
  })
})
