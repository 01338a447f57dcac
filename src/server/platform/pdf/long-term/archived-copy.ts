import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'
import { toExactBuffer } from '../sealing/seal-key.ts'
import { findStampedInstant } from '../sealing/timestamp-token.ts'
import { appendTimestampRoom, joinCoveredBytes } from './document-timestamp.ts'
import { readPdfObjects } from './pdf-objects.ts'
import { storeKeys, storeParts, type ValidationData } from './validation-data.ts'

/** Why bytes are no archived copy of a sealed PDF. */
export type ArchiveFault = 'other_original' | 'nothing_added' | 'other_content' | 'bad_timestamp'

/** The document timestamps of an archived copy, oldest first; `token` is DER. */
export type ArchiveTimestamps = { token: Uint8Array; at: Date }[]

/**
 * The timestamps of an archived copy, or why it is none. It is one exactly when it begins with the sealed PDF to the last byte, everything behind
 * that is made of revisions as `appendTimestampRoom` makes them, byte for byte, and every timestamp holds.
 */
export async function readArchivedCopy(
  original: Uint8Array,
  copy: Uint8Array,
): Promise<ArchiveTimestamps | { fault: ArchiveFault }> {
  if (!Buffer.from(copy.subarray(0, original.length)).equals(original)) return { fault: 'other_original' }
  const timestamps: ArchiveTimestamps = []
  for (let length = original.length; length < copy.length; ) {
    const revision = findRevision(copy.subarray(0, length), copy)
    if (!revision) return { fault: 'other_content' }
    const at = await findStampedInstant(revision.token, revision.covered)
    if (!at || at < (timestamps.at(-1)?.at ?? at)) return { fault: 'bad_timestamp' }
    timestamps.push({ token: revision.token, at })
    length = revision.length
  }
  return timestamps.length > 0 ? timestamps : { fault: 'nothing_added' }
}

/** The next revision behind the first bytes of a copy: made again from what it adds, it is the same but for the token in its room. */
function findRevision(previous: Uint8Array, copy: Uint8Array) {
  try {
    const made = appendTimestampRoom(previous, readAdded(copy.subarray(previous.length)))
    const { bytes, hexStart, hexLength } = made
    const [found, room] = [
      copy.subarray(0, bytes.length),
      Buffer.from(copy).subarray(hexStart, hexStart + hexLength),
    ]
    const covered = joinCoveredBytes({ bytes: found, hexStart, hexLength })
    if (found.length < bytes.length || !Buffer.from(covered).equals(joinCoveredBytes(made))) return null
    const token = parseToken(room.toString('latin1'))
    return token && { token, covered, length: bytes.length }
  } catch {
    return null
  }
}

/** The values at the beginning of a revision, by the list of its store that names them. */
function readAdded(revision: Uint8Array): ValidationData {
  const text = Buffer.from(revision).toString('latin1')
  const values = new Map<number, Uint8Array>()
  let at = 0
  for (;;) {
    const [head, number, length] =
      /^(\d+) 0 obj\n<<\n\/Length (\d+)\n>>\nstream\n/.exec(text.slice(at, at + 80)) ?? []
    if (!head) break
    const start = at + head.length
    values.set(Number(number), revision.subarray(start, start + Number(length)))
    at = start + Number(length) + '\nendstream\nendobj\n'.length
  }
  const store = text.slice(at, text.indexOf('endobj', at))
  const [certificates = [], ocsps = [], crls = []] = storeParts.map((part) => {
    const [, list = ''] = new RegExp(`\\n/${storeKeys[part]} \\[([^\\]]*)\\]\\n`).exec(store) ?? []
    return [...list.matchAll(/(\d+) 0 R/g)].flatMap(([, number]) => values.get(Number(number)) ?? [])
  })
  return { certificates, ocsps, crls }
}

/** A token in its room, with nothing but zeros behind it. */
function parseToken(digits: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) return null
  const room = Buffer.from(digits, 'hex')
  const { offset } = fromBER(toExactBuffer(room))
  return offset > 0 && room.subarray(offset).every((byte) => byte === 0)
    ? new Uint8Array(room.subarray(0, offset))
    : null
}

/** The timestamp token in the seal of a PDF; null when it has none. */
export function findTokenOfSeal(pdf: Uint8Array): Uint8Array | null {
  const objects = readPdfObjects(pdf)
  const [, seal] = /\n\/DocMDP (\d+) 0 R\n/.exec(objects.readText(objects.root)) ?? []
  const [, digits = ''] = /\n\/Contents <([0-9a-f]+)>\n/.exec(objects.readText(Number(seal))) ?? []
  const { content } = ContentInfo.fromBER(toExactBuffer(Buffer.from(digits, 'hex')))
  const [signer] = new SignedData({ schema: content }).signerInfos
  const value = signer?.unsignedAttrs?.attributes[0]?.values[0]
  return value ? new Uint8Array(value.toBER()) : null
}
