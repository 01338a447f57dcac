/** The tags of ISO/IEC 18013-5: an instant, embedded CBOR, a full-date. */
const tags = { instant: 0, embedded: 24, fullDate: 1004 } as const
const known: readonly number[] = Object.values(tags)

/** A DeviceResponse has half as many levels. */
const maxDepth = 24

/**
 * Whether CBOR has no tag that an answer of a wallet lacks, also in the CBOR that its strings embed. The library reads
 * further ones, in a time and memory that grow with the square of their length and more: large numbers, shared values,
 * packed values.
 */
export function isPlainCbor(bytes: Uint8Array): boolean {
  try {
    skipItem(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, 0)
    return true
  } catch {
    return false
  }
}

/** RFC 8949, 3. */
const major = { bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const

/** The start of an item: `value` is null where the length is indefinite. */
type Head = { major: number; value: number | null; end: number }

/** @throws Error where the bytes end, or aren't plain */
function readHead(view: DataView, start: number): Head {
  const first = view.getUint8(start)
  const [kind, info, next] = [first >> 5, first & 31, start + 1]
  if (info < 24) return { major: kind, value: info, end: next }
  if (info === 24) return { major: kind, value: view.getUint8(next), end: next + 1 }
  if (info === 25) return { major: kind, value: view.getUint16(next), end: next + 2 }
  if (info === 26) return { major: kind, value: view.getUint32(next), end: next + 4 }
  if (info === 27) return { major: kind, value: Number(view.getBigUint64(next)), end: next + 8 }
  if (info === 31 && (kind === major.array || kind === major.map))
    return { major: kind, value: null, end: next }
  throw new Error('not plain')
}

/** Where the item ends that starts there. */
function skipItem(view: DataView, start: number, depth: number): number {
  if (depth > maxDepth) throw new Error('not plain')
  const head = readHead(view, start)
  switch (head.major) {
    case major.bytes:
    case major.text:
      return skipString(view, head)
    case major.array:
      return skipArray(view, head, depth)
    case major.map:
      return skipItems(view, head, depth).end
    case major.tag:
      return skipTagged(view, head, depth)
    default:
      return head.end
  }
}

function skipString(view: DataView, { value, end }: Head): number {
  const after = end + (value ?? 0)
  if (after > view.byteLength) throw new Error('not plain')
  return after
}

/** The items of an array or a map, up to their number or to the break: where they start, and where the last one ends. */
function skipItems(view: DataView, { major: kind, value, end }: Head, depth: number) {
  const count = value === null ? Number.POSITIVE_INFINITY : kind === major.map ? value * 2 : value
  const starts: number[] = []
  let at = end
  while (starts.length < count) {
    if (value === null && view.getUint8(at) === 0xff) return { starts, end: at + 1 }
    starts.push(at)
    at = skipItem(view, at, depth + 1)
  }
  return { starts, end: at }
}

/** The headers and the payload of a COSE_Sign1 or COSE_Mac0 are CBOR in strings (RFC 9052, 4.2). */
function skipArray(view: DataView, head: Head, depth: number): number {
  const { starts, end } = skipItems(view, head, depth)
  const [headers, , payload] = starts
  if (starts.length === 4 && headers !== undefined && payload !== undefined) {
    for (const part of [headers, payload]) checkEmbedded(view, part, depth)
  }
  return end
}

function skipTagged(view: DataView, { value, end }: Head, depth: number): number {
  if (value === null || !known.includes(value)) throw new Error('not plain')
  if (value === tags.embedded) checkEmbedded(view, end, depth)
  return skipItem(view, end, depth + 1)
}

function checkEmbedded(view: DataView, start: number, depth: number): void {
  const { major: kind, value, end } = readHead(view, start)
  if (kind === major.bytes && value) skipItem(view, end, depth + 1)
}
