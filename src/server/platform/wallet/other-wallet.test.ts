import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getBinding, readRequestUri } from '../../../../simulators/wallet/answer-request.ts'
import {
  answerElsewhere,
  answerOpenidElsewhere,
  issueElsewhere,
  type Making,
  otherIssuer,
} from '../../../../simulators/wallet/other-wallet.ts'
import { credentialTypes } from '../../../domain/wallet.ts'
import { askWallet } from '../../testing/ask-wallet.ts'
import { createWallets } from './index.ts'

const origin = 'https://assent.example'
const now = new Date('2026-03-11T12:00:00.000Z')
const mdl = '1.0.18013.5.1.2'
const iso23220 = '1.0.23220.4.1.2'

const eu = { credentialType: 'eu.europa.ec.av.1' } as const
const valid: [string, Making][] = [
  ...credentialTypes.map((credentialType): [string, Making] => [credentialType, { credentialType }]),
  ['an EU proof of age signed for driving licences', { ...eu, purposes: [mdl] }],
  ['an EU proof of age signed for photo IDs', { ...eu, purposes: [iso23220] }],
  ['an EU proof of age signed for both', { ...eu, purposes: [mdl, iso23220] }],
  ['a photo ID signed for driving licences', { credentialType: 'org.iso.23220.photoid.1', purposes: [mdl] }],
  ['a signer on P-384', { ...eu, signerCurve: 'P-384' }],
  ['a signer on P-521', { ...eu, signerCurve: 'P-521' }],
  ['a device on P-384', { ...eu, deviceCurve: 'P-384' }],
  ['a device on P-521', { ...eu, deviceCurve: 'P-521' }],
  ['a chain that carries its root', { ...eu, carriesRoot: true }],
]

/** The answers of a wallet made by `@auth0/mdl`, whose CBOR, COSE and credentials share no code with the product's. */
describe('the wallet of another library', () => {
  async function judge(
    making: Making,
    way: 'openid4vp-v1-unsigned' | 'org-iso-mdoc' | 'qr' | 'qr bare',
    { asksName = false, trusts = 'root' }: { asksName?: boolean; trusts?: 'root' | 'intermediate' } = {},
  ) {
    const credential = await issueElsewhere(making, now)
    const trusted = new X509Certificate(
      (trusts === 'root' ? null : credential.intermediate) ?? credential.root,
    )
    const wallets = createWallets({ roots: new Map([[making.credentialType, [trusted]]]), origin })
    const { credentialType } = making
    const asked = askWallet(wallets, { credentialType, asksName, way: way.startsWith('qr') ? 'qr' : 'api' })
    const request = await wallets.request(asked, now)
    if ('uri' in request) {
      const read = readRequestUri(new URL(request.uri).searchParams)
      const handOver = {
        kind: 'posted',
        clientId: read.client_id ?? '',
        responseUri: read.response_uri ?? '',
        ...getBinding(read),
      } as const
      const fields = await answerOpenidElsewhere(credential, read, handOver, way === 'qr bare')
      return wallets.judge(asked, { fields }, now)
    }
    const chosen = request.requests.find(({ protocol }) => protocol === way)
    if (!chosen) throw new Error(`no request for ${way}`)
    return wallets.judge(asked, await answerElsewhere(credential, chosen, origin), now)
  }
  const proof = { over18: true, issuerName: otherIssuer, sha256: expect.any(String) }

  it.each(valid)('proves an age with %s, in every way (WALLET-17)', async (_what, making) => {
    for (const way of ['openid4vp-v1-unsigned', 'org-iso-mdoc', 'qr', 'qr bare'] as const)
      expect(await judge(making, way)).toEqual(proof)
  })

  it.each(credentialTypes.filter((type) => type !== 'eu.europa.ec.av.1'))(
    'proves age and name with %s (WALLET-2)',
    async (credentialType) => {
      expect(await judge({ credentialType }, 'org-iso-mdoc', { asksName: true })).toEqual({
        ...proof,
        name: { surname: 'Nowak', givenNames: 'Anna' },
      })
    },
  )

  it.each([
    ['a purpose of websites', { ...eu, purposes: ['1.3.6.1.5.5.7.3.1'] }],
    [
      'a driving licence signed for photo IDs',
      { credentialType: 'org.iso.18013.5.1.mDL', purposes: [iso23220] },
    ],
    ['no purpose', { ...eu, purposes: [] }],
  ] as [string, Making][])('is refused with a signer that has %s (WALLET-17)', async (_what, making) => {
    expect(await judge(making, 'qr')).toEqual({ refusal: 'signer_refused' })
  })

  it('needs the authority that issued its signer among the roots (WALLET-17)', async () => {
    const making = { ...eu, hasIntermediate: true }
    expect(await judge(making, 'qr')).toEqual({ refusal: 'issuer_unknown' })
    expect(await judge(making, 'qr', { trusts: 'intermediate' })).toEqual(proof)
  })
})
