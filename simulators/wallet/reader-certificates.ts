import { KeyObject, X509Certificate } from 'node:crypto'
import { type Curve, type KeyAndCertificate, makeCertificate } from './certificates.ts'

export type MadeCertificate = KeyAndCertificate & { certificate: X509Certificate }

type Wish = {
  name: string
  from: Date
  until: Date
  /** Null: self-signed. */
  issuer: MadeCertificate | null
  isAuthority?: boolean
  /** The hosts in its subjectAltName; by default it names none. */
  hosts?: string[]
  curve?: Curve
}

/** mdlReaderAuth (ISO/IEC 18013-5, B.1.7). */
const readerPurpose = '1.0.18013.5.1.6'

/** A key and its certificate: an authority's, or one for signing requests to wallets. */
export async function makeReaderCertificate({ name, issuer, ...wish }: Wish): Promise<MadeCertificate> {
  const made = await makeCertificate({
    ...wish,
    name: { country: 'UT', organisation: 'Example', commonName: name },
    purposes: [readerPurpose],
    ...(issuer ? { issuer } : {}),
  })
  return { ...made, certificate: new X509Certificate(made.der) }
}

/** A private key as PEM (PKCS #8). */
export function writeKeyPem({ signingKey }: Pick<MadeCertificate, 'signingKey'>): string {
  return KeyObject.from(signingKey).export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** A root, an authority below it, and a certificate for signing requests that this authority issued. */
export async function makeReaderChain(own: Pick<Wish, 'from' | 'until' | 'hosts' | 'curve'>) {
  const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-01-01T00:00:00Z')]
  const above = { from, until, isAuthority: true }
  const root = await makeReaderCertificate({ ...above, name: 'Example root', issuer: null })
  const authority = await makeReaderCertificate({ ...above, name: 'Example authority', issuer: root })
  const leaf = await makeReaderCertificate({ ...own, name: 'Assent', issuer: authority })
  return { root, authority, leaf }
}

/** A key as the server has it, with one certificate or with that of its issuer too. */
export async function toReaderKey({ length = 2, from = new Date('2026-01-01T00:00:00Z') } = {}) {
  const endsAt = new Date('2049-01-01T00:00:00Z')
  const { leaf, authority } = await makeReaderChain({ from, until: endsAt })
  const above = [authority.certificate].slice(0, length - 1)
  const chain: [X509Certificate, ...X509Certificate[]] = [leaf.certificate, ...above]
  return { privateKey: KeyObject.from(leaf.signingKey), chain, endsAt }
}
