import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerDigital, answerPosted, readRequestUri } from '../../../../simulators/wallet/answer-request.ts'
import { type AnswerKind, recipes } from '../../../../simulators/wallet/answers.ts'
import { createIssuer, documentTypeNames, type Issuer } from '../../../../simulators/wallet/issuer.ts'
import type { WalletRefusal } from '../../../domain/wallet.ts'
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

  function ask(wayName: (typeof wayNames)[number], credentialType = documentTypeNames[0]): AskedWallet {
    const way = wayName === 'link' || wayName === 'qr' ? wayName : 'api'
    const responseUri = `${origin}/api/wallet-sessions/0190aaaa-0000-7000-8000-000000000000/response`
    return {
      credentialType: credentialType ?? 'org.iso.18013.5.1.mDL',
      way,
      responseUri,
      ...wallets.makeRequestSecrets(),
    }
  }

  async function answer(asked: AskedWallet, wayName: string, kind: AnswerKind): Promise<WalletAnswer> {
    const request = wallets.request(asked)
    if ('uri' in request) {
      const read = readRequestUri(new URL(request.uri).searchParams)
      return { fields: await answerPosted(issuer, read, kind, now) }
    }
    const chosen = request.requests.find(({ protocol }) => protocol === wayName)
    if (!chosen) throw new Error(`no request for ${wayName}`)
    return answerDigital(issuer, chosen, origin, kind, now)
  }

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
        expect(judged).toEqual({ refusal: expected[kind] === 'cancelled' ? 'unreadable' : expected[kind] })
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

  it('is valid only for the requested document type', async () => {
    for (const type of documentTypeNames) {
      const asked = ask('org-iso-mdoc', type)
      const given = await answer(asked, 'org-iso-mdoc', 'yes')
      expect(await wallets.judge(asked, given, now)).toMatchObject({ over18: true })
    }
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
