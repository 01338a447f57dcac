import { webcrypto } from 'node:crypto'
import { JarmMode, parseOpenid4vpAuthorizationResponse } from '@openid4vc/openid4vp'
import {
  cborDecode,
  cborEncode,
  DeviceRequest,
  DocRequest,
  ItemsRequest,
  type SessionTranscript,
} from '@owf/mdoc'
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { compactDecrypt, importJWK } from 'jose'
import { z } from 'zod'
import { credentials, listAskedElements } from '../../../domain/wallet.ts'
import { isPlainCbor } from './plain-cbor.ts'
import { signReaderAuth } from './reader-auth.ts'
import type { ReaderKey } from './reader-keys.ts'
import { makeAnnexCTranscript, toClientId, toPublicRequestKey } from './session-transcript.ts'
import { makeRequestObject, makeSignedDcApiRequest, toReaderClientId } from './signed-request.ts'
import type { AskedWallet, DigitalCredentialRequest, RequestKey } from './wallets.ts'

/** OpenID4VP 1.0 in the Digital Credentials API, as an unsigned request (A.1). */
export const openid4vpProtocol = 'openid4vp-v1-unsigned'

/** The id of the only query in the request and its answer. */
const queryId = 'age'

const algorithms = { key: 'ECDH-ES', content: ['A128GCM', 'A256GCM'] } as const

/**
 * The parts of a request that don't depend on its transport: one document type, its claims, an encrypted answer,
 * signatures only.
 */
function buildPayload({
  credentialType,
  asksName,
  nonce,
  key,
}: Pick<AskedWallet, 'credentialType' | 'asksName' | 'nonce' | 'key'>) {
  const { namespace } = credentials[credentialType]
  return {
    response_type: 'vp_token' as const,
    nonce,
    dcql_query: {
      credentials: [
        {
          id: queryId,
          format: 'mso_mdoc',
          meta: { doctype_value: credentialType },
          claims: listAskedElements(credentialType, asksName).map((element) => ({
            path: [namespace, element],
            intent_to_retain: false,
          })),
        },
      ],
    },
    client_metadata: {
      jwks: { keys: [toPublicRequestKey(key)] },
      encrypted_response_enc_values_supported: [...algorithms.content],
      vp_formats_supported: {
        mso_mdoc: {
          issuerauth_alg_values: [-7, -35, -36] as [number, ...number[]],
          deviceauth_alg_values: [-7, -35, -36] as [number, ...number[]],
        },
      },
    },
  }
}

function makeDcApiPayload(asked: AskedWallet) {
  return { ...buildPayload(asked), response_mode: 'dc_api.jwt' as const }
}

function makePostedPayload(asked: AskedWallet, isClear: boolean) {
  const { client_metadata, ...payload } = buildPayload(asked)
  const { vp_formats_supported } = client_metadata
  return {
    ...payload,
    client_metadata: isClear ? { vp_formats_supported } : client_metadata,
    response_mode: isClear ? ('direct_post' as const) : ('direct_post.jwt' as const),
    client_id: toClientId(asked.responseUri),
    response_uri: asked.responseUri,
  }
}

export function makeOpenid4vpRequest(asked: AskedWallet): DigitalCredentialRequest {
  return { protocol: openid4vpProtocol, data: makeDcApiPayload(asked) }
}

/**
 * The whole request by value, as a URL that a wallet opens. It is unsigned, and a fetched request would have to be
 * signed (OpenID4VP 1.0, 5.10). The EU age verification profile requires this form too.
 *
 * @param endpoint the URL scheme or address of the wallet, such as `openid4vp://`
 * @param isClear whether the answer is to come unencrypted, as that profile asks
 */
export function makeOpenid4vpUri(asked: AskedWallet, endpoint: string, isClear = false): string {
  return makeUri(endpoint, makePostedPayload(asked, isClear))
}

/** A URL that leads a wallet to the signed request (RFC 9101, 5.2), which it fetches with a nonce of its own. */
export function makeReferenceUri({ requestUri }: AskedWallet, key: ReaderKey, endpoint: string): string {
  const fields = { client_id: toReaderClientId(key), request_uri: requestUri, request_uri_method: 'post' }
  return makeUri(endpoint, fields)
}

function makeUri(endpoint: string, fields: Record<string, unknown>): string {
  const query = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name}=${encodeForQuery(text)}`
  })
  return `${endpoint}?${query.join('&')}`
}

/** The request in the Digital Credentials API that a wallet accepts from a registered reader alone. */
export function makeSignedRequest(
  asked: AskedWallet,
  key: ReaderKey,
  origin: string,
): Promise<DigitalCredentialRequest> {
  return makeSignedDcApiRequest(buildPayload(asked), key, origin)
}

/** The signed request at `requestUri`. */
export function makePostedRequestObject(
  asked: AskedWallet,
  key: ReaderKey,
  options: { now: Date; walletNonce?: string | undefined },
): Promise<string> {
  return makeRequestObject(buildPayload(asked), key, { ...options, responseUri: asked.responseUri })
}

/** Percent-encodes, except for characters that a query may contain (RFC 3986, 3.4), for a smaller QR code. */
function encodeForQuery(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2C|2F)/g, decodeURIComponent)
}

const responseSchema = z.object({ response: z.string().max(64 * 1024) })

/**
 * The DeviceResponse in an answer; null when it isn't encrypted for this key, or doesn't answer exactly the one query.
 */
export async function openOpenid4vp(
  asked: AskedWallet,
  answer: unknown,
  origin: string,
): Promise<Uint8Array | null> {
  const encrypted = responseSchema.safeParse(answer)
  if (!encrypted.success) return null
  try {
    const parsed = await parseOpenid4vpAuthorizationResponse({
      authorizationResponse: encrypted.data,
      // A signed request differs in its client alone, which the device's signature covers.
      authorizationRequestPayload:
        asked.way === 'api' ? makeDcApiPayload(asked) : makePostedPayload(asked, false),
      origin,
      callbacks: {
        decryptJwe: (jwe) => decrypt(jwe, asked.key),
        verifyJwt: async () => ({ verified: false }),
      },
    })
    // The library also accepts an answer that is only signed.
    if (parsed.jarm?.type !== JarmMode.Encrypted || parsed.type !== 'dcql') return null
    return pickSoleResponse(parsed.dcql.presentations)
  } catch {
    return null
  }
}

const clearSchema = z.object({ vp_token: z.string().max(64 * 1024) })
const vpTokenSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The DeviceResponse in an unencrypted answer; null when it doesn't answer exactly the one query. */
export function openClear(answer: unknown): Uint8Array | null {
  const sent = clearSchema.safeParse(answer)
  if (!sent.success) return null
  try {
    const presentations = Object.entries(vpTokenSchema.parse(JSON.parse(sent.data.vp_token)))
    return pickSoleResponse(Object.fromEntries(presentations.map(([id, each]) => [id, [each].flat()])))
  } catch {
    return null
  }
}

async function decrypt(jwe: string, key: RequestKey) {
  const own = await importJWK({ ...key, alg: algorithms.key })
  const { plaintext } = await compactDecrypt(jwe, own, {
    keyManagementAlgorithms: [algorithms.key],
    contentEncryptionAlgorithms: [...algorithms.content],
  })
  return {
    decrypted: true as const,
    payload: new TextDecoder().decode(plaintext),
    decryptionJwk: toPublicRequestKey(key),
  }
}

function pickSoleResponse(presentations: Record<string, unknown[]>): Uint8Array | null {
  const { [queryId]: asked = [], ...others } = presentations
  const [response, ...more] = asked
  if (typeof response !== 'string' || more.length > 0 || Object.keys(others).length > 0) return null
  return new Uint8Array(Buffer.from(response, 'base64url'))
}

/** The name of ISO/IEC TS 18013-7, Annex C, in the Digital Credentials API. */
export const annexCProtocol = 'org-iso-mdoc'

/** HPKE in base mode with the only suite of that annex (RFC 9180). */
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)

const annexCResponseSchema = z.object({ response: z.base64url().max(64 * 1024) })
const bytesSchema = z.instanceof(Uint8Array)

/**
 * Requests elements of one document, which aren't retained. With a key, the request says whose it is (ISO/IEC 18013-5,
 * 9.1.4).
 */
export async function makeAnnexCRequest(
  asked: AskedWallet,
  key: ReaderKey | null,
  origin: string,
): Promise<DigitalCredentialRequest> {
  const { credentialType, asksName } = asked
  const elements = listAskedElements(credentialType, asksName).map((element) => [element, false] as const)
  const itemsRequest = ItemsRequest.create({
    docType: credentialType,
    namespaces: { [credentials[credentialType].namespace]: Object.fromEntries(elements) },
  })
  const transcript = makeAnnexCTranscript(encodeEncryptionInfo(asked), origin)
  const signed = key && { readerAuth: await signReaderAuth(itemsRequest, transcript, key) }
  const docRequest = DocRequest.create({ itemsRequest, ...signed })
  const deviceRequest = DeviceRequest.create({ docRequests: [docRequest] })
  return {
    protocol: annexCProtocol,
    data: { deviceRequest: toBase64url(deviceRequest.encode()), encryptionInfo: encodeEncryptionInfo(asked) },
  }
}

/** The nonce and the key for the answer, base64url: the request and the handover need exactly the same text. */
export function encodeEncryptionInfo({ nonce, key }: Pick<AskedWallet, 'nonce' | 'key'>): string {
  // A COSE_Key: kty EC2, curve P-256, x, y (RFC 9053, 7.1).
  const recipientPublicKey = new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, toBytes(key.x)],
    [-3, toBytes(key.y)],
  ])
  const parameters = new Map<string, unknown>([
    ['nonce', toBytes(nonce)],
    ['recipientPublicKey', recipientPublicKey],
  ])
  return toBase64url(cborEncode(['dcapi', parameters]))
}

/** The DeviceResponse in an answer; null when it isn't encrypted for this key and this request. */
export async function openAnnexC(
  data: unknown,
  key: RequestKey,
  transcript: SessionTranscript,
): Promise<Uint8Array | null> {
  const parsed = annexCResponseSchema.safeParse(data)
  if (!parsed.success) return null
  try {
    const answer = toBytes(parsed.data.response)
    if (!isPlainCbor(answer)) return null
    const [type, sealed] = cborDecode<unknown[]>(answer)
    if (type !== 'dcapi' || !(sealed instanceof Map)) return null
    const [enc, cipherText] = [
      bytesSchema.parse(sealed.get('enc')),
      bytesSchema.parse(sealed.get('cipherText')),
    ]
    return await suite.Open(await importKeyPair(key), enc, cipherText, { info: transcript.encode() })
  } catch {
    return null
  }
}

/**
 * Imports both halves: from one alone the package would derive the other through a part of Web Crypto that isn't final
 * yet.
 */
async function importKeyPair({ d, ...point }: RequestKey) {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    privateKey: await webcrypto.subtle.importKey('jwk', { ...point, d }, curve, false, ['deriveBits']),
    publicKey: await webcrypto.subtle.importKey('jwk', point, curve, true, []),
  }
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
