import { createHash } from 'node:crypto'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { drawDocument } from '../platform/pdf/drawing/draw-document.ts'
import {
  appendTimestampRoom,
  fillTimestamp,
  joinCoveredBytes,
} from '../platform/pdf/long-term/document-timestamp.ts'
import { noValidationData, type ValidationData } from '../platform/pdf/long-term/pdf-objects.ts'
import {
  fillSeal,
  type PreparedPdf,
  placeSeal,
  signDigest,
  withTimestamp,
} from '../platform/pdf/sealing/cms-signature.ts'
import { parseSealKey, signDetached } from '../platform/pdf/sealing/seal-key.ts'
import { shortContent } from '../platform/pdf/testing/issued-sealer.ts'
import { makeCms, type SealFlaw } from './forge-seal.ts'
import type { RecordFiles } from './forged-records.ts'
import { type TimestampContent, timestampInfo } from './forged-statements.ts'

const timestampContent = '1.2.840.113549.1.9.16.1.4'

/**
 * The keys of a service and of its time authority, as PEM with their certificates, and the payload of a record's JSON.
 */
export type Forge = {
  seal: string
  authority: string
  payload: { facts: Record<string, unknown> & { log: object }; pdf: object }
}

export type SealedAs = {
  /** The statements about certificates inside the sealed bytes. */
  store?: ValidationData
  /**
   * When it was drawn, when the seal claims to be made, and when it was stamped; without `stampedAt` there is no
   * timestamp.
   */
  drawnAt: Date
  claims?: Date
  stampedAt?: Date
  /** The signer of the timestamp instead of the authority. */
  stampsWith?: string
  /** Changes the drawn PDF before it is sealed, keeping its length. */
  edit?: (text: string) => string
  /** Changes the sealed file; the JSON describes the result. */
  editSealed?: (text: string) => string
  flaw?: SealFlaw
  change?: (payload: { facts: Record<string, unknown>; pdf: Record<string, unknown> }) => void
}

/** A record drawn, sealed and stamped in the given way with the keys of the service and its authority. */
export async function sealAnew(forge: Forge, as: SealedAs): Promise<RecordFiles> {
  const key = parseSealKey(forge.seal)
  const chainBytes = key.certificates.slice(1).reduce((sum, { length }) => sum + length, 0)
  const drawn = await drawDocument(
    shortContent('forged'),
    as.claims ?? as.drawnAt,
    'refuse',
    chainBytes,
    as.store ?? noValidationData,
  )
  const edited = Buffer.from(edit(Buffer.from(drawn.bytes).toString('latin1'), as.edit), 'latin1')
  const place = placeSeal(new Uint8Array(edited), drawn.sealAt)
  const { der, signatureValue } = await signDigest(place.digest, key)
  const token = as.stampedAt
    ? tokenOver(signatureValue, as.stampsWith ?? forge.authority, as.stampedAt)
    : null
  const plain = as.flaw ? makeCms(place.digest, forge.seal, as.flaw) : der
  fillSeal(place, token ? withTimestamp(plain, token) : plain)
  const pdf = new Uint8Array(
    Buffer.from(edit(Buffer.from(place.bytes).toString('latin1'), as.editSealed), 'latin1'),
  )
  const timestamp = token
    ? { state: 'granted', at: as.stampedAt?.toISOString(), token: Buffer.from(token).toString('base64') }
    : { state: 'none' }
  const payload = structuredClone({
    facts: {
      ...forge.payload.facts,
      drawnAt: as.drawnAt.toISOString(),
      sealCertificateSha256: key.certificateSha256,
    },
    pdf: { sha256: createHash('sha256').update(pdf).digest('hex'), byteCount: pdf.byteLength, timestamp },
  })
  as.change?.(payload)
  const signature = await signDetached(writeCanonicalJson(payload as never), key)
  return { pdf, json: Buffer.from(`${JSON.stringify({ ...payload, signature }, null, 2)}\n`) }
}

/** Applies `change` to a text; throws if it changes nothing. */
function edit(text: string, change: ((text: string) => string) | undefined): string {
  const changed = change?.(text) ?? text
  if (change && changed === text) throw new Error('nothing was changed')
  return changed
}

/** A timestamp token over some bytes, for any instant. */
export function tokenOver(
  data: Uint8Array,
  keyPem: string,
  at: Date,
  { hash, written, critical, ...flaw }: SealFlaw & Omit<TimestampContent, 'at'> = {},
): Uint8Array {
  const content = timestampInfo(data, {
    at,
    ...(hash ? { hash } : {}),
    ...(written ? { written } : {}),
    ...(critical ? { critical } : {}),
  })
  const kinds = { contentType: timestampContent, holds: timestampContent }
  return makeCms(new Uint8Array(), keyPem, { content, ...kinds, ...flaw })
}

/** An update appended to a PDF, with a store, a timestamp of any instant, and any edit made before it is stamped. */
export async function forgeArchive(
  pdf: Uint8Array,
  as: {
    keyPem: string
    at: Date
    data?: ValidationData
    edit?: (text: string) => string
    token?: (covered: Uint8Array) => Promise<Uint8Array>
    flaw?: SealFlaw & Omit<TimestampContent, 'at'>
  },
): Promise<Uint8Array> {
  const room = appendTimestampRoom(pdf, as.data ?? noValidationData)
  const added = Buffer.from(room.bytes).subarray(pdf.length).toString('latin1')
  const made = as.edit ? laidOutAnew(pdf, edit(added, as.edit)) : room
  const covered = joinCoveredBytes(made)
  fillTimestamp(made, (await as.token?.(covered)) ?? tokenOver(covered, as.keyPem, as.at, as.flaw))
  return made.bytes
}

/**
 * The update's text after an edit that may have moved its objects, with the offsets in its table and the range of its
 * timestamp corrected.
 */
function laidOutAnew(pdf: Uint8Array, added: string): PreparedPdf {
  const offsets = new Map<string, number>()
  for (const { 1: number = '', index } of added.matchAll(/(?<=^|endobj\n)(\d+) 0 obj\n/g))
    offsets.set(number, pdf.length + index)
  const tableAt = added.lastIndexOf('xref\n', added.lastIndexOf('startxref') - 1)
  const table = added
    .slice(tableAt)
    .replaceAll(
      /^(\d+) 1\n\d{10} /gm,
      (_, number) => `${number} 1\n${String(offsets.get(number)).padStart(10, '0')} `,
    )
    .replace(/startxref\n\d+/, `startxref\n${pdf.length + tableAt}`)
  const text = added.slice(0, tableAt) + table
  const hexStart = text.indexOf('/Contents <', text.indexOf('/ByteRange')) + '/Contents <'.length
  const hexEnd = text.indexOf('>', hexStart)
  const ranged = text.replace(/\/ByteRange \[0 \d+ \d+ \d+\]/, (old) =>
    `/ByteRange [0 ${pdf.length + hexStart - 1} ${pdf.length + hexEnd + 1} ${text.length - hexEnd - 1}]`.slice(
      0,
      old.length,
    ),
  )
  if (ranged.length !== text.length) throw new Error('the range is of another length')
  const bytes = new Uint8Array(Buffer.concat([pdf, Buffer.from(ranged, 'latin1')]))
  const place = { hexStart: pdf.length + hexStart, hexLength: hexEnd - hexStart }
  return { bytes, ...place, digest: new Uint8Array() }
}
