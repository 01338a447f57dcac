import { createHash, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { cborDecode } from '@owf/mdoc'
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { CompactEncrypt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { type AnswerKind, getRecipe } from './answers.ts'
import { type Cbor, embedCbor, encodeCbor, encodeFullDate, type Tagged, toMap } from './cbor.ts'
import {
  type DocumentType,
  documentTypes,
  type Holder,
  type Issuer,
  makeItem,
  protectedHeader,
  signPayload,
} from './issuer.ts'

/** The fields of an OpenID4VP request that a wallet reads. */
export type OpenidRequest = {
  nonce: string
  client_id?: string
  response_uri?: string
  dcql_query: { credentials: [{ id: string; meta: { doctype_value: DocumentType }; claims: Claim[] }] }
  client_metadata: { jwks: { keys: [PublicJwk] } }
}
export type Claim = { path: string[]; intent_to_retain?: boolean }
type PublicJwk = { kty: string; crv: string; x: string; y: string; kid: string; alg: string }

export type DigitalRequest = { protocol: string; data: unknown }

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)

/**
 * The request of the address that opened the wallet: in its query, or signed at the address that the query names.
 *
 * @throws Error when the signed request isn't for this wallet's fetch, or isn't signed by the key of its client
 */
export async function readRequest(query: URLSearchParams): Promise<OpenidRequest> {
  const address = query.get('request_uri')
  if (!address) return readRequestUri(query)
  const nonce = randomBytes(16).toString('base64url')
  const body = new URLSearchParams({ wallet_nonce: nonce })
  const fetched = await fetch(address, { method: query.get('request_uri_method') ?? 'GET', body })
  const request = await readSignedRequest(await fetched.text())
  if (request.wallet_nonce !== nonce) throw new Error('the signed request is for another fetch')
  if (request.client_id !== query.get('client_id')) throw new Error('another client signed the request')
  return request
}

type SignedRequest = OpenidRequest & { wallet_nonce?: string; expected_origins?: string[] }

/** A request object (RFC 9101), signed by the certificate that its client identifier names. */
export async function readSignedRequest(jwt: string): Promise<SignedRequest> {
  const { x5c: [own = ''] = [] } = decodeProtectedHeader(jwt)
  const der = Buffer.from(own, 'base64')
  const { payload } = await jwtVerify(jwt, new X509Certificate(der).publicKey, {
    typ: 'oauth-authz-req+jwt',
    algorithms: ['ES256'],
  })
  const client = `x509_hash:${createHash('sha256').update(der).digest('base64url')}`
  if (payload['client_id'] !== client) throw new Error('the client is not the owner of the certificate')
  return payload as unknown as SignedRequest
}

/** Reads a whole request from the query of the address that opened the wallet. */
export function readRequestUri(query: URLSearchParams): OpenidRequest {
  const json = (name: string) => JSON.parse(query.get(name) ?? 'null')
  return {
    nonce: query.get('nonce') ?? '',
    client_id: query.get('client_id') ?? '',
    response_uri: query.get('response_uri') ?? '',
    dcql_query: json('dcql_query'),
    client_metadata: json('client_metadata'),
  }
}

/** The form fields that the wallet posts to the response address of the request. */
export async function answerPosted(
  issuer: Issuer,
  request: OpenidRequest,
  kind: AnswerKind,
  now: Date,
  holder?: Holder,
): Promise<Record<string, string>> {
  const { client_id: clientId = '', response_uri: responseUri = '' } = request
  const handOver = { kind: 'posted', clientId, responseUri, ...getBinding(request) } as const
  const answer = await answerOpenid(issuer, request, handOver, { kind, now, holder })
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** The result of the Digital Credentials API for one of its two protocols. */
export async function answerDigital(
  issuer: Issuer,
  { protocol, data }: DigitalRequest,
  origin: string,
  kind: AnswerKind,
  now: Date,
  holder?: Holder,
): Promise<DigitalRequest> {
  if (protocol === 'org-iso-mdoc') {
    const asked = data as { deviceRequest: string; encryptionInfo: string }
    return { protocol, data: await answerAnnexC(issuer, asked, origin, { kind, now, holder }) }
  }
  const request = await readDigitalRequest(protocol, data, origin)
  const handOver = { kind: 'dc api', origin, ...getBinding(request) } as const
  return { protocol, data: await answerOpenid(issuer, request, handOver, { kind, now, holder }) }
}

/** The request of a page, which a wallet doesn't answer at another origin than those that it was signed for. */
export async function readDigitalRequest(
  protocol: string,
  data: unknown,
  origin: string,
): Promise<OpenidRequest> {
  if (protocol !== 'openid4vp-v1-signed') return data as OpenidRequest
  const request = await readSignedRequest((data as { request: string }).request)
  if (!request.expected_origins?.includes(origin)) throw new Error('the request is for another origin')
  return request
}

async function answerOpenid(
  issuer: Issuer,
  request: OpenidRequest,
  handOver: HandOver,
  answering: Answering,
): Promise<Record<string, unknown>> {
  const { sending } = getRecipe(answering.kind)
  if (sending === 'cancelled') return { error: 'access_denied' }
  const [{ id, meta, claims }] = request.dcql_query.credentials
  const asked = { type: meta.doctype_value, elements: claims.map(({ path }) => path[1] ?? '') }
  const response = await present(issuer, asked, handOver, answering)
  const vpToken = { [id]: [response.toString('base64url')] }
  if (sending === 'in clear') return { vp_token: vpToken }
  return encryptForOpenid(request, vpToken)
}

/** An encrypted answer of OpenID4VP (1.0, 8.3). */
export async function encryptForOpenid(
  { client_metadata }: OpenidRequest,
  vpToken: Record<string, unknown>,
): Promise<{ response: string }> {
  const [jwk] = client_metadata.jwks.keys
  const jwe = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token: vpToken })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
  return { response: jwe }
}

async function answerAnnexC(
  issuer: Issuer,
  { deviceRequest, encryptionInfo }: { deviceRequest: string; encryptionInfo: string },
  origin: string,
  answering: Answering,
): Promise<Record<string, unknown>> {
  const { sending } = getRecipe(answering.kind)
  if (sending === 'cancelled') return { error: 'access_denied' }
  const handOver = { kind: 'annex c', encryptionInfo, origin } as const
  const response = await present(issuer, readDeviceRequest(deviceRequest), handOver, answering)
  if (sending === 'in clear') return { response: response.toString('base64url') }
  return encryptForAnnexC(handOver, response)
}

/** An encrypted answer of ISO/IEC TS 18013-7, annex C. */
export async function encryptForAnnexC(
  handOver: Extract<HandOver, { kind: 'annex c' }>,
  deviceResponse: Uint8Array,
): Promise<{ response: string }> {
  const [, parameters] = cborDecode<[string, Map<string, Map<number, Uint8Array>>]>(
    Buffer.from(handOver.encryptionInfo, 'base64url'),
  )
  const key = parameters.get('recipientPublicKey')
  const point = Buffer.concat([
    Buffer.from([4]),
    key?.get(-2) ?? Buffer.alloc(0),
    key?.get(-3) ?? Buffer.alloc(0),
  ])
  const sealed = await suite.Seal(await suite.DeserializePublicKey(point), deviceResponse, {
    info: encodeCbor(makeSessionTranscript(handOver)),
  })
  const answer = ['dcapi', toMap({ enc: sealed.encapsulatedSecret, cipherText: sealed.ciphertext })]
  return { response: encodeCbor(answer).toString('base64url') }
}

export function getBinding({ nonce, client_metadata }: OpenidRequest): {
  nonce: string
  thumbprint: Uint8Array
} {
  const [{ crv, kty, x, y }] = client_metadata.jwks.keys
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest()
  return { nonce, thumbprint }
}

/** The document type of a request, and the elements that it asks for. */
type Asked = { type: DocumentType; elements: readonly string[] }

/** How a wallet answers: with which recipe, when, and for whom. */
type Answering = { kind: AnswerKind; now: Date; holder?: Holder | undefined }

export function readDeviceRequest(deviceRequest: string): Asked {
  type Items = { data: Map<'docType', DocumentType> & Map<'nameSpaces', Map<string, Map<string, boolean>>> }
  const decoded = cborDecode<Map<string, Map<string, Items>[]>>(Buffer.from(deviceRequest, 'base64url'))
  const items = decoded.get('docRequests')?.[0]?.get('itemsRequest')?.data
  const elements = [...(items?.get('nameSpaces')?.values() ?? [])].flatMap((each) => [...each.keys()])
  return { type: items?.get('docType') ?? 'org.iso.18013.5.1.mDL', elements }
}

/** The data of a request that the device signs besides the document type: the handover of its protocol. */
export type HandOver =
  | { kind: 'annex c'; encryptionInfo: string; origin: string }
  | { kind: 'dc api'; origin: string; nonce: string; thumbprint: Uint8Array }
  | { kind: 'posted'; clientId: string; nonce: string; thumbprint: Uint8Array | null; responseUri: string }

/** A SessionTranscript (ISO/IEC TS 18013-7, annex C; OpenID4VP 1.0, B.2.6). */
export function makeSessionTranscript(handOver: HandOver): Cbor {
  const [name, info] = nameInfo(handOver)
  return [null, null, [name, createHash('sha256').update(encodeCbor(info)).digest()]]
}

function nameInfo(handOver: HandOver): [string, Cbor] {
  if (handOver.kind === 'annex c') return ['dcapi', [handOver.encryptionInfo, handOver.origin]]
  const { nonce, thumbprint } = handOver
  if (handOver.kind === 'dc api') return ['OpenID4VPDCAPIHandover', [handOver.origin, nonce, thumbprint]]
  return ['OpenID4VPHandover', [handOver.clientId, nonce, thumbprint, handOver.responseUri]]
}

/** Issues a credential to a new device and makes a DeviceResponse from it, according to the recipe. */
async function present(
  issuer: Issuer,
  asked: Asked,
  handOver: HandOver,
  answering: Answering,
): Promise<Buffer> {
  const documents = []
  for (let index = 0; index < (getRecipe(answering.kind).documents ?? 1); index += 1)
    documents.push(await presentOne(issuer, asked, handOver, answering))
  return encodeCbor(toMap({ version: '1.0', documents, status: 0 }))
}

async function presentOne(
  issuer: Issuer,
  { type, elements }: Asked,
  handOver: HandOver,
  { kind, now, holder }: Answering,
): Promise<Cbor> {
  const recipe = getRecipe(kind)
  const device = makeKey()
  const { issuerAuth, items } = await issuer.issue(type, device, recipe, now, holder)
  const names = recipe.shown ?? [...elements, ...(recipe.more ?? [])]
  const shown = names.flatMap((name) => {
    const item = (recipe.flipped && makeOlder(name)) || items.get(name)
    return item && name !== recipe.without ? [item] : []
  })
  const deviceNamespaces = embedCbor(new Map())
  const bound = recipe.device?.startsWith('other') ? misread(handOver, recipe.device) : handOver
  const authentication = encodeCbor(
    embedCbor(['DeviceAuthentication', makeSessionTranscript(bound), type, deviceNamespaces]),
  )
  const signature = signPayload(recipe.device === 'other key' ? makeKey() : device, authentication)
  return toMap({
    docType: type,
    issuerSigned: toMap({ nameSpaces: toMap({ [documentTypes[type].namespace]: shown }), issuerAuth }),
    deviceSigned: toMap({
      nameSpaces: deviceNamespaces,
      deviceAuth:
        recipe.device === 'mac'
          ? toMap({ deviceMac: [encodeCbor(new Map([[1, 5]])), new Map(), null, randomBytes(32)] })
          : toMap({ deviceSignature: [protectedHeader, new Map(), null, signature] }),
    }),
  })
}

/** The age of an adult, which the issuer of a minor's credential didn't sign. */
function makeOlder(element: string): Tagged | null {
  if (element === 'birth_date') return makeItem(0, element, encodeFullDate('1980-01-01'))
  return element === 'age_over_18' ? makeItem(0, element, true) : null
}

/** The handover of a different request. */
function misread(handOver: HandOver, how: string): HandOver {
  const elsewhere = 'https://elsewhere.example'
  if (how === 'other nonce') {
    if (handOver.kind === 'annex c') return { ...handOver, encryptionInfo: `${handOver.encryptionInfo}AA` }
    return { ...handOver, nonce: randomBytes(24).toString('base64url') }
  }
  if (how === 'other verifier') {
    if (handOver.kind === 'posted')
      return { ...handOver, clientId: `redirect_uri:${elsewhere}`, responseUri: elsewhere }
    return { ...handOver, origin: elsewhere }
  }
  return handOver
}

function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}
