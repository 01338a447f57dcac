import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { type AnswerKind, getRecipe, shownBy } from './answers.ts'
import { type Cbor, cbor, embedded, toMap } from './cbor.ts'
import { type DocumentType, documentTypes, flipped, type Issuer, protectedHeader, signed } from './issuer.ts'

/** What a device signs besides the document type: the hand-over of the protocol, by what the request says. */
export type HandOver =
  | { kind: 'annex c'; encryptionInfo: string; origin: string }
  | { kind: 'dc api'; origin: string; nonce: string; thumbprint: Uint8Array }
  | { kind: 'posted'; clientId: string; nonce: string; thumbprint: Uint8Array; responseUri: string }

/** A SessionTranscript (ISO/IEC TS 18013-7, annex C; OpenID4VP 1.0, B.2.6). */
export function sessionTranscript(handOver: HandOver): Cbor {
  const [name, info] = namedInfo(handOver)
  return [null, null, [name, createHash('sha256').update(cbor(info)).digest()]]
}

function namedInfo(handOver: HandOver): [string, Cbor] {
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
  return cbor(toMap({ version: '1.0', documents, status: 0 }))
}

async function presentOne(
  issuer: Issuer,
  type: DocumentType,
  handOver: HandOver,
  kind: AnswerKind,
  now: Date,
): Promise<Cbor> {
  const recipe = getRecipe(kind)
  const device = newKey()
  const { issuerAuth, items } = await issuer.issue(type, device, recipe, now)
  const shown = shownBy(recipe).flatMap((name) => {
    const item = recipe.flipped ? flipped(name, true) : items.get(name)
    return item ? [item] : []
  })
  const deviceNamespaces = embedded(new Map())
  const asked = recipe.device?.startsWith('other') ? misread(handOver, recipe.device) : handOver
  const authentication = cbor(
    embedded(['DeviceAuthentication', sessionTranscript(asked), type, deviceNamespaces]),
  )
  const signature = signed(recipe.device === 'other key' ? newKey() : device, authentication)
  return toMap({
    docType: type,
    issuerSigned: toMap({ nameSpaces: toMap({ [documentTypes[type].namespace]: shown }), issuerAuth }),
    deviceSigned: toMap({
      nameSpaces: deviceNamespaces,
      deviceAuth:
        recipe.device === 'mac'
          ? toMap({ deviceMac: [cbor(new Map([[1, 5]])), new Map(), null, randomBytes(32)] })
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

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}
