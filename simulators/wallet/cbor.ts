/** A tagged value (RFC 8949, 3.4). */
export class Tagged {
  readonly tag: number
  readonly value: Cbor
  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

export type Cbor =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | Tagged
  | Cbor[]
  | Map<number | string, Cbor>

/**
 * Writes CBOR in its shortest form, as far as ISO/IEC 18013-5 needs it. It uses no package, so that tests compare two
 * independent implementations.
 */
export function encodeCbor(value: Cbor): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([encodeHead(2, value.byteLength), value])
  if (value instanceof Tagged) return Buffer.concat([encodeHead(6, value.tag), encodeCbor(value.value)])
  if (Array.isArray(value)) return Buffer.concat([encodeHead(4, value.length), ...value.map(encodeCbor)])
  return Buffer.concat([
    encodeHead(5, value.size),
    ...[...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)]),
  ])
}

/** A map with text keys, in the order of the fields. */
export function toMap(fields: Record<string, Cbor>): Map<string, Cbor> {
  return new Map(Object.entries(fields))
}

/** Bytes that contain CBOR (tag 24). */
export function embedCbor(value: Cbor): Tagged {
  return new Tagged(24, encodeCbor(value))
}

/** An instant (tag 0), without fractions of a second. */
export function encodeDateTime(instant: Date): Tagged {
  return new Tagged(0, instant.toISOString().replace(/\.\d+/, ''))
}

/** A day (tag 1004, RFC 8943). */
export function encodeFullDate(day: string): Tagged {
  return new Tagged(1004, day)
}

function encodeHead(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 2 ** 8) return Buffer.from([(type << 5) | 24, count])
  if (count < 2 ** 16) return Buffer.from([(type << 5) | 25, count >> 8, count & 0xff])
  const bytes = Buffer.alloc(5)
  bytes[0] = (type << 5) | 26
  bytes.writeUInt32BE(count, 1)
  return bytes
}
