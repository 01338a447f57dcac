import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type KeyAndCertificate, makeCertificate } from '../../../../../simulators/wallet/certificates.ts'
import { type ListedService, makeListSigner, signList, writeList } from '../../../testing/issuer-list.ts'
import { findSigner } from '../issuers.ts'
import { readList } from './read-list.ts'
import { verifyList } from './verify-list.ts'

const type = 'eu.europa.ec.av.1'
const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
const now = new Date('2026-06-01T00:00:00Z')
const name = (organisation: string) => ({ country: 'EU', organisation, commonName: organisation })

let [authority, signer, stranger] = [] as unknown as [KeyAndCertificate, KeyAndCertificate, KeyAndCertificate]
beforeAll(async () => {
  authority = await makeCertificate({ name: name('Authority'), from, until })
  // Neither its issuer nor a purpose matters: the list names the certificate itself.
  signer = await makeCertificate({ name: name('Signer'), from, until, issuer: authority })
  stranger = await makeCertificate({ name: name('Stranger'), from, until })
})

async function read(wish: Parameters<typeof writeList>[0]) {
  const own = await makeListSigner()
  const verified = await verifyList(Buffer.from(await signList(writeList(wish), own)), [own.certificate])
  if ('refusal' in verified) throw new Error(verified.refusal)
  return readList(verified.content, type)
}

const readAnchors = async (services: ListedService[]) =>
  (await read({ services }))?.anchors.map(({ subject }) => /O=(\w+)/.exec(subject)?.[1])

describe('a verified list', () => {
  it('names its number, its next update and the issuers that may issue now (WALLET-19)', async () => {
    const nextUpdate = new Date('2026-12-16T13:30:00Z')
    const services = [authority, signer].map(({ pem: certificate }) => ({ certificate }))
    const list = await read({ number: 21, nextUpdate, services })
    expect(list).toMatchObject({ sequenceNumber: 21, nextUpdate })
    expect(list?.anchors.map(({ raw }) => raw)).toEqual(
      [authority, signer].map(({ der }) => Buffer.from(der)),
    )
    expect(
      await readAnchors([
        { certificate: authority.pem, status: 'deprecated' },
        { certificate: stranger.pem, service: 'other' },
        { certificate: signer.pem },
      ]),
    ).toEqual(['Signer'])
  })

  it('may have certificates that cannot be used, which are left out (WALLET-19)', async () => {
    expect(
      await readAnchors([
        { certificate: 'bm90aGluZw==' },
        { certificate: '' },
        { certificate: authority.pem },
      ]),
    ).toEqual(['Authority'])
  })

  it.each([
    { listType: 'https://trust.tech.ec.europa.eu/lists/other/tsl-type' },
    { number: 0 },
    { number: '1<TSLSequenceNumber>2</TSLSequenceNumber>' },
    { number: '-1' },
    { number: '1e3' },
    { number: '9'.repeat(16) },
    { number: '1</TSLSequenceNumber><TSLSequenceNumber>2' },
    // Closed.
    { nextUpdate: '' },
    { nextUpdate: '<dateTime>soon</dateTime>' },
    { within: '<SchemeInformation></SchemeInformation>' },
  ])('is refused if it isn’t a list of this kind: %o (WALLET-19)', async (wish) => {
    expect(await read(wish)).toBeNull()
  })
})

describe('a credential under a list', () => {
  const judge = (chain: KeyAndCertificate[], anchors: KeyAndCertificate[], at = now) =>
    findSigner(
      chain.map(({ der }) => der),
      type,
      anchors.map(({ der }) => new X509Certificate(der)),
      at,
    )

  it('may be signed by a listed signer, or by one of a listed authority with a purpose (WALLET-17)', async () => {
    expect(judge([signer], [signer])).toEqual({ issuerName: 'Signer' })
    expect(judge([signer], [authority])).toEqual({ refusal: 'signer_refused' })
    const issuing = { from, until, issuer: authority, purposes: ['1.0.18013.5.1.2'] }
    const withPurpose = await makeCertificate({ name: name('Purposeful'), ...issuing })
    expect(judge([withPurpose], [authority])).toEqual({ issuerName: 'Authority' })
  })

  it('is refused under a listed signer that signs certificates, has expired or is only in the chain (WALLET-17)', async () => {
    const below = await makeCertificate({
      name: name('Below'),
      from,
      until,
      issuer: signer,
      purposes: ['1.0.18013.5.1.2'],
    })
    expect(judge([below, signer], [signer])).toEqual({ refusal: 'issuer_unknown' })
    expect(judge([signer], [signer], new Date('2027-02-01T00:00:00Z'))).toEqual({ refusal: 'signer_refused' })
    expect(judge([stranger, signer], [signer])).toEqual({ refusal: 'issuer_unknown' })
    // An authority doesn't sign credentials itself.
    expect(judge([authority], [authority])).toEqual({ refusal: 'signer_refused' })
  })
})
