import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { type AnswerKind, askedOnly, getRecipe } from './answers.ts'
import { type Cbor, embedCbor, encodeCbor, toMap } from './cbor.ts'
import {
  type DocumentType,
  documentTypes,
  type Issuer,
  makeFlipped,
  protectedHeader,
  signPayload,
} from './issuer.ts'

/** What a device signs besides the document type: the hand-over of the protocol, by what the request says. */
export type HandOver =
  | { kind: 'annex c'; encryptionInfo: string; origin: string }
  | { kind: 'dc api'; origin: string; nonce: string; thumbprint: Uint8Array }
  | { kind: 'posted'; clientId: string; nonce: string; thumbprint: Uint8Array; responseUri: string }

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

/** Has a credential issued to a new device and makes the DeviceResponse of it that the recipe wants. */
export async function present(
  issuer: Issuer,
  type: DocumentType,
  handOver: HandOver,
  kind: AnswerKind,
  now: Date,
): Promise<Buffer> {
  const recipe = getRecipe(kind)
  const count = recipe.documents ?? 1
  const documents = []
  for (let index = 0; index < count; index += 1)
    documents.push(await presentOne(issuer, type, handOver, kind, now))
  return encodeCbor(toMap({ version: '1.0', documents, status: 0 }))
}

async function presentOne(
  issuer: Issuer,
  type: DocumentType,
  handOver: HandOver,
  kind: AnswerKind,
  now: Date,
): Promise<Cbor> {
  const recipe = getRecipe(kind)
  const device = makeKey()
  const { issuerAuth, items } = await issuer.issue(type, device, recipe, now)
  const shown = (recipe.shown ?? askedOnly).flatMap((name) => {
    const item = recipe.flipped ? makeFlipped(name, true) : items.get(name)
    return item ? [item] : []
  })
  const deviceNamespaces = embedCbor(new Map())
  const asked = recipe.device?.startsWith('other') ? misread(handOver, recipe.device) : handOver
  const authentication = encodeCbor(
    embedCbor(['DeviceAuthentication', makeSessionTranscript(asked), type, deviceNamespaces]),
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

/** The hand-over of another request. */
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
