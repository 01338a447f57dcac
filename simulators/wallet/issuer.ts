import { createHash, KeyObject, randomBytes, sign } from 'node:crypto'
import type { Recipe } from './answers.ts'
import { type Cbor, embedCbor, encodeCbor, encodeDateTime, encodeFullDate, Tagged, toMap } from './cbor.ts'
import { type KeyAndCertificate, makeCertificate } from './certificates.ts'

/** The document types, each with the namespace of its elements and the extended key usage of its signers. */
export const documentTypes = {
  'org.iso.18013.5.1.mDL': { namespace: 'org.iso.18013.5.1', purpose: '1.0.18013.5.1.2' },
  'eu.europa.ec.av.1': { namespace: 'eu.europa.ec.av.1', purpose: '1.3.130.2.0.0.1.2' },
  'org.iso.23220.photoid.1': { namespace: 'org.iso.23220.1', purpose: '1.0.23220.4.1.2' },
  'com.google.wallet.idcard.1': { namespace: 'org.iso.18013.5.1', purpose: '1.0.18013.5.1.2' },
  'eu.europa.ec.eudi.pid.1': { namespace: 'eu.europa.ec.eudi.pid.1', purpose: '1.3.130.2.0.0.1.2' },
} as const
export type DocumentType = keyof typeof documentTypes

export const documentTypeNames = Object.keys(documentTypes) as DocumentType[]

/** An issued credential on the holder's device: the signed part, and each claim in the bytes that the issuer hashed. */
export type Credential = { issuerAuth: Cbor; items: Map<string, Tagged> }

export type Issuer = {
  /** The root of each document type, PEM. */
  roots: Record<DocumentType, string>
  issue(
    type: DocumentType,
    deviceKey: KeyObject,
    recipe: Recipe,
    now: Date,
    holder?: Holder,
  ): Promise<Credential>
}

/** The person of a credential; `birth_date` is a day, such as 1990-04-17. */
export type Holder = { family_name: string; given_name: string; birth_date: string }

const madeUpHolder: Holder = { family_name: 'Nowak', given_name: 'Anna', birth_date: '1990-04-17' }

const dayMs = 24 * 60 * 60 * 1000

/** Creates an issuing authority for tests, with a new root for each document type. */
export async function createIssuer(now: Date): Promise<Issuer> {
  const name = { country: 'UT', organisation: 'Simulated issuer', commonName: 'Simulated root' }
  const makeRoot = () =>
    makeCertificate({
      name,
      from: new Date(now.getTime() - 365 * dayMs),
      until: new Date(now.getTime() + 3650 * dayMs),
    })
  const made = await Promise.all(documentTypeNames.map(makeRoot))
  const roots = mapTypes((_type, index) => made[index] as KeyAndCertificate)
  // Document signers and foreign roots are reused, because making keys is slow.
  const signers = new Map<string, Promise<Signer>>()
  const chooseSigner = (type: DocumentType, recipe: Recipe) => {
    const kind = `${type} ${recipe.signer ?? 'good'}`
    const signer = signers.get(kind) ?? makeSigner(roots[type], makeRoot, type, recipe, now)
    signers.set(kind, signer)
    return signer
  }
  return {
    roots: mapTypes((type) => roots[type].pem),
    async issue(type, deviceKey, recipe, at, holder = madeUpHolder) {
      return sealCredential(type, deviceKey, recipe, { at, holder, ...(await chooseSigner(type, recipe)) })
    },
  }
}

function mapTypes<Value>(toValue: (type: DocumentType, index: number) => Value): Record<DocumentType, Value> {
  const entries = documentTypeNames.map((type, index) => [type, toValue(type, index)])
  return Object.fromEntries(entries) as Record<DocumentType, Value>
}

/** The signing key, and the certificates that a credential includes. */
type Signer = { signer: KeyAndCertificate; chain: Uint8Array[] }

async function makeSigner(
  own: KeyAndCertificate,
  makeForeign: () => Promise<KeyAndCertificate>,
  type: DocumentType,
  { signer: wanted }: Recipe,
  now: Date,
): Promise<Signer> {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const root = wanted === 'unknown' || wanted === 'own root' ? await makeForeign() : own
  const signer = await makeCertificate({
    name: {
      ...root.name,
      ...(wanted === 'other country' ? { country: 'ZZ' } : {}),
      commonName: 'Simulated document signer',
    },
    issuer: root,
    from: inDays(-200),
    until: inDays(wanted === 'expired' ? -1 : 200),
    purposes: wanted === 'without purpose' ? ['1.3.6.1.5.5.7.3.2'] : [documentTypes[type].purpose],
  })
  return { signer, chain: wanted === 'own root' ? [signer.der, root.der] : [signer.der] }
}

/** The mobile security object and its signature (ISO/IEC 18013-5, 9.1.2.4). */
function sealCredential(
  type: DocumentType,
  deviceKey: KeyObject,
  recipe: Recipe,
  { at, holder, signer, chain }: Signer & { at: Date; holder: Holder },
): Credential {
  const { namespace } = documentTypes[type]
  const claims = Object.entries<Cbor>({
    age_over_18: true,
    ...holder,
    birth_date: encodeFullDate(holder.birth_date),
    ...recipe.claims,
  })
  const items = new Map(
    claims.map(([name, value], id) => [
      name,
      (recipe.longEncoding ? makeLongItem : makeItem)(id, name, value),
    ]),
  )
  const digests = [...items.values()].map((item, id): [number, Cbor] => [
    id,
    createHash('sha256').update(encodeCbor(item)).digest(),
  ])
  const began = new Date(at.getTime() - (recipe.beganDaysAgo ?? 1) * dayMs)
  const { x = '', y = '' } = deviceKey.export({ format: 'jwk' })
  const otherType = documentTypeNames.find((each) => each !== type) ?? type
  const mso = toMap({
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: toMap({ [namespace]: new Map(digests) }),
    deviceKeyInfo: toMap({
      deviceKey: new Map<number, Cbor>([
        [1, 2],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    }),
    docType: recipe.otherSignedType ? otherType : type,
    validityInfo: toMap({
      signed: encodeDateTime(began),
      validFrom: encodeDateTime(began),
      validUntil: encodeDateTime(new Date(at.getTime() + (recipe.endsInDays ?? 60) * dayMs)),
    }),
  })
  const payload = encodeCbor(embedCbor(mso))
  const certificates: Cbor = chain.length === 1 && chain[0] ? chain[0] : chain
  return {
    issuerAuth: [
      protectedHeader,
      new Map([[33, certificates]]),
      payload,
      signPayload(KeyObject.from(signer.signingKey), payload),
    ],
    items,
  }
}

/** A claim in the form that the issuer hashes. */
export function makeItem(digestID: number, elementIdentifier: string, elementValue: Cbor): Tagged {
  return embedCbor(toMap({ digestID, random: randomBytes(32), elementIdentifier, elementValue }))
}

/** The same claim as a map of indefinite length, with its number in four bytes. */
function makeLongItem(digestID: number, elementIdentifier: string, elementValue: Cbor): Tagged {
  const number = Buffer.from([0x1a, 0, 0, 0, digestID])
  const fields = Object.entries({ random: randomBytes(32), elementIdentifier, elementValue })
  const rest = fields.flatMap(([name, value]) => [encodeCbor(name), encodeCbor(value)])
  const bytes = [Buffer.from([0xbf]), encodeCbor('digestID'), number, ...rest, Buffer.from([0xff])]
  return new Tagged(24, Buffer.concat(bytes))
}

/** ES256. */
export const protectedHeader = encodeCbor(new Map([[1, -7]]))

/** A COSE signature over a payload (RFC 9052, 4.4). */
export function signPayload(key: KeyObject, payload: Uint8Array): Buffer {
  const toBeSigned = encodeCbor(['Signature1', protectedHeader, Buffer.alloc(0), payload])
  return sign('sha256', toBeSigned, { key, dsaEncoding: 'ieee-p1363' })
}
