import { X509Certificate } from 'node:crypto'
import { cborDecode, cborEncode } from '@owf/mdoc'
import { beforeAll, describe, expect, it } from 'vitest'
import { encryptForOpenid, getBinding, readRequestUri } from '../../../../simulators/wallet/answer-request.ts'
import {
  answerElsewhere,
  issueElsewhere,
  type OtherCredential,
  presentElsewhere,
} from '../../../../simulators/wallet/other-wallet.ts'
import { askWallet } from '../../testing/ask-wallet.ts'
import { createWallets } from './index.ts'
import { isPlainCbor } from './plain-cbor.ts'
import type { Wallets } from './wallets.ts'

const isPlain = (hex: string) => isPlainCbor(Buffer.from(hex, 'hex'))

/** Tags that make the library work, and what they hold. */
const costly = {
  'a large number': 'c2420100',
  'a large negative number': 'c3420100',
  'a regular expression': 'd81b82665265674578706161',
  'a shared value': 'd81ca0',
  'packed values': 'd8338481018080f5',
  'packed values, in a longer form': 'd900338481018080f5',
  'packed values, in the longest form': 'db00000000000000338481018080f5',
}

describe('plain CBOR', () => {
  it('has maps, arrays, strings, numbers, and the tags of a wallet’s answer (WALLET-9)', () => {
    for (const hex of ['f5', 'f90000', '8201a1616103', 'bf616101ff', '9f01ff'])
      expect(isPlain(hex), hex).toBe(true)
    expect(isPlain('d903ec6a323030382d30332d3132')).toBe(true)
    expect(isPlain('d81842a0a0')).toBe(true)
  })

  it.each(Object.entries(costly))('has no tag for %s, however deep (WALLET-9)', (_what, hex) => {
    const embedded = `d81858${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`
    const string = embedded.slice(4)
    for (const each of [hex, `81${hex}`, `a1${hex}01`, `9f${hex}ff`, embedded, `81${embedded}`])
      expect(isPlain(each), each).toBe(false)
    expect(isPlain(`84${string}a0f640`)).toBe(false)
    expect(isPlain(`8440a0${string}40`)).toBe(false)
    expect(isPlain(`9f40a0${string}40ff`)).toBe(false)
    // Signatures, certificates and random bytes aren't read as CBOR.
    expect(isPlain(`8440a0f6${string}`)).toBe(true)
    expect(isPlain(`a16161${string}`)).toBe(true)
  })

  it('is whole, and not nested without end (WALLET-9)', () => {
    for (const hex of ['', '18', '81', '5903', '9f01', 'ff', '5f4101ff', '1c', `${'81'.repeat(99)}00`])
      expect(isPlain(hex), hex).toBe(false)
    expect(isPlain('81'.repeat(16_000))).toBe(false)
  })
})

const now = new Date('2026-03-11T12:00:00.000Z')
const origin = 'https://assent.example'
const credentialType = 'eu.europa.ec.av.1'

describe('an answer with parts that nobody can read', () => {
  let credential: OtherCredential
  let wallets: Wallets
  beforeAll(async () => {
    credential = await issueElsewhere({ credentialType }, now)
    const roots = new Map([[credentialType, [new X509Certificate(credential.root)]]] as const)
    wallets = createWallets({ roots, origin })
  })

  async function judgePosted(change: (response: Uint8Array) => Uint8Array) {
    const asked = askWallet(wallets, { credentialType })
    const request = await wallets.request(asked, now)
    const read = readRequestUri(new URL('uri' in request ? request.uri : '').searchParams)
    const { client_id: clientId = '', response_uri: responseUri = '' } = read
    const handOver = { kind: 'posted', clientId, responseUri, ...getBinding(read) } as const
    const response = await presentElsewhere(credential, credentialType, ['age_over_18'], handOver)
    const presentation = Buffer.from(change(response)).toString('base64url')
    const fields = await encryptForOpenid(read, { age: [presentation] })
    return wallets.judge(asked, { fields }, now)
  }

  async function judgeInPage(change: (answer: Uint8Array) => Uint8Array) {
    const asked = askWallet(wallets, { credentialType, way: 'api' })
    const request = await wallets.request(asked, now)
    const requests = 'requests' in request ? request.requests : []
    const chosen = requests.find(({ protocol }) => protocol === 'org-iso-mdoc')
    if (!chosen) throw new Error('no request')
    const { protocol, data } = await answerElsewhere(credential, chosen, origin)
    const { response } = data as { response: string }
    const changed = Buffer.from(change(Buffer.from(response, 'base64url'))).toString('base64url')
    return wallets.judge(asked, { protocol, data: { response: changed } }, now)
  }

  const share = (bytes: Uint8Array) => Buffer.concat([Buffer.from('d81c', 'hex'), bytes])

  it('is unreadable with a tag that it has no use for, inside and outside (WALLET-9)', async () => {
    expect(await judgePosted((response) => response)).toMatchObject({ over18: true })
    expect(await judgePosted(share)).toEqual({ refusal: 'unreadable' })
    expect(await judgeInPage((answer) => answer)).toMatchObject({ over18: true })
    expect(await judgeInPage(share)).toEqual({ refusal: 'unreadable' })
  })

  it.each(['', '00', '3082ffff', 'ffff'])(
    'is of an unknown issuer with a signer’s certificate that is none: %s (WALLET-9)',
    async (hex) => {
      const judged = await judgePosted((response) => {
        type Response = Map<string, Map<string, Map<string, [unknown, Map<number, unknown>]>>[]>
        const decoded = cborDecode<Response>(response)
        const issuerAuth = decoded.get('documents')?.[0]?.get('issuerSigned')?.get('issuerAuth')
        issuerAuth?.[1].set(33, new Uint8Array(Buffer.from(hex, 'hex')))
        return cborEncode(decoded)
      })
      expect(judged).toEqual({ refusal: 'issuer_unknown' })
    },
  )
})
