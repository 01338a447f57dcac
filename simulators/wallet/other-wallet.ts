import { createPrivateKey, generateKeyPairSync, type JsonWebKey, KeyObject } from 'node:crypto'
import { DeviceResponse, Document, MDoc } from '@auth0/mdl'
import { DateOnly } from '@auth0/mdl/lib/cbor/index.js'
import {
  type DigitalRequest,
  encryptForAnnexC,
  encryptForOpenid,
  getBinding,
  type HandOver,
  makeSessionTranscript,
  type OpenidRequest,
  readDeviceRequest,
  readDigitalRequest,
} from './answer-request.ts'
import { embedCbor, encodeCbor } from './cbor.ts'
import { type Curve, type KeyAndCertificate, makeCertificate } from './certificates.ts'
import { type DocumentType, documentTypes } from './issuer.ts'

const dayMs = 24 * 60 * 60 * 1000

const algorithmOf = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const

/** How a credential of the other wallet is made; by default as the product's own simulated wallet makes it. */
export type Making = {
  credentialType: DocumentType
  purposes?: readonly string[]
  signerCurve?: Curve
  deviceCurve?: Curve
  /** The credential carries the root after the signer. */
  carriesRoot?: boolean
  /** An authority between root and signer. */
  hasIntermediate?: boolean
  claims?: Record<string, unknown>
  /** The issuer's root; by default a new one. */
  root?: KeyAndCertificate
}

/** A credential that `@auth0/mdl` issued, and the key of its device. Nothing in it is made by the product's library. */
export type OtherCredential = { root: string; intermediate: string | null; mdoc: MDoc; device: Device }
type Device = { jwk: JsonWebKey; curve: Curve }

export const otherIssuer = 'Another issuer'

export async function issueElsewhere(making: Making, now: Date): Promise<OtherCredential> {
  const { credentialType, signerCurve = 'P-256', deviceCurve = 'P-256' } = making
  const { namespace, purpose } = documentTypes[credentialType]
  const name = { country: 'UT', organisation: otherIssuer, commonName: 'Another root' }
  const days = { from: new Date(now.getTime() - 30 * dayMs), until: new Date(now.getTime() + 300 * dayMs) }
  const root = making.root ?? (await makeCertificate({ name, ...days }))
  const intermediate = making.hasIntermediate
    ? await makeCertificate({
        name: { ...name, commonName: 'Between' },
        issuer: root,
        isAuthority: true,
        ...days,
      })
    : null
  const signer = await makeCertificate({
    name: { ...name, commonName: 'Another signer' },
    issuer: intermediate ?? root,
    purposes: making.purposes ?? [purpose],
    curve: signerCurve,
    ...days,
  })
  const chain = [signer, ...(intermediate ? [intermediate] : []), ...(making.carriesRoot ? [root] : [])]
  const { device, publicJwk } = makeDevice(deviceCurve)
  const document = await new Document(credentialType)
    .addIssuerNameSpace(namespace, {
      age_over_18: true,
      family_name: 'Nowak',
      given_name: 'Anna',
      birth_date: new DateOnly('1990-04-17'),
      ...making.claims,
    })
    .useDigestAlgorithm('SHA-256')
    .addValidityInfo({ signed: days.from, validFrom: days.from, validUntil: days.until })
    .addDeviceKeyInfo({ deviceKey: publicJwk })
    .sign({
      issuerPrivateKey: exportKey(signer),
      issuerCertificate: chain.map(({ pem }) => pem),
      alg: algorithmOf[signerCurve],
    })
  return { root: root.pem, intermediate: intermediate?.pem ?? null, mdoc: new MDoc([document]), device }
}

function makeDevice(curve: Curve) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const jwk = privateKey.export({ format: 'jwk' }) as JsonWebKey
  const { d: _secret, ...publicJwk } = jwk
  return { device: { jwk, curve }, publicJwk: { kty: 'EC', ...publicJwk } }
}

function exportKey({ signingKey }: KeyAndCertificate) {
  const key = createPrivateKey(KeyObject.from(signingKey).export({ format: 'pem', type: 'pkcs8' }))
  return { kty: 'EC', ...key.export({ format: 'jwk' }) }
}

/** The DeviceResponse of the other wallet for the requested elements. */
export async function presentElsewhere(
  { mdoc, device }: OtherCredential,
  credentialType: DocumentType,
  elements: readonly string[],
  handOver: HandOver,
): Promise<Buffer> {
  const { namespace } = documentTypes[credentialType]
  const transcript = encodeCbor(embedCbor(makeSessionTranscript(handOver)))
  const response = await DeviceResponse.from(mdoc)
    .usingPresentationDefinition({
      id: 'any',
      input_descriptors: [
        {
          id: credentialType,
          format: { mso_mdoc: { alg: ['ES256'] } },
          constraints: {
            limit_disclosure: 'required',
            fields: elements.map((element) => ({
              path: [`$['${namespace}']['${element}']`],
              intent_to_retain: false,
            })),
          },
        },
      ],
    })
    .usingSessionTranscriptBytes(transcript)
    .authenticateWithSignature({ kty: 'EC', ...device.jwk }, algorithmOf[device.curve])
    .sign()
  return Buffer.from(response.encode())
}

/** The other wallet's answer to a request of the Digital Credentials API, as the browser returns it. */
export async function answerElsewhere(
  credential: OtherCredential,
  { protocol, data }: DigitalRequest,
  origin: string,
): Promise<DigitalRequest> {
  if (protocol === 'org-iso-mdoc') {
    const { deviceRequest, encryptionInfo } = data as { deviceRequest: string; encryptionInfo: string }
    const handOver = { kind: 'annex c', encryptionInfo, origin } as const
    const { type, elements } = readDeviceRequest(deviceRequest)
    const response = await presentElsewhere(credential, type, elements, handOver)
    return { protocol, data: await encryptForAnnexC(handOver, response) }
  }
  const request = await readDigitalRequest(protocol, data, origin)
  const handOver = { kind: 'dc api', origin, ...getBinding(request) } as const
  return { protocol, data: await answerOpenidElsewhere(credential, request, handOver) }
}

/**
 * The fields that the other wallet posts, or hands to the browser.
 *
 * @param isBare whether `vp_token` has the presentation itself, as wallets of the drafts of OpenID4VP 1.0 have it,
 * instead of an array with it (8.1)
 */
export async function answerOpenidElsewhere(
  credential: OtherCredential,
  request: OpenidRequest,
  handOver: HandOver,
  isBare = false,
): Promise<{ response: string }> {
  const [{ id, meta, claims }] = request.dcql_query.credentials
  const elements = claims.map(({ path }) => path[1] ?? '')
  const response = await presentElsewhere(credential, meta.doctype_value, elements, handOver)
  const presentation = response.toString('base64url')
  return encryptForOpenid(request, { [id]: isBare ? presentation : [presentation] })
}
