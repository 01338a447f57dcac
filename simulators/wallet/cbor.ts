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

/** Writes CBOR in its shortest form: what the formats of ISO/IEC 18013-5 need of it, and no package, so that two sides can be compared. */
export function cbor(value: Cbor): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.byteLength), value])
  if (value instanceof Tagged) return Buffer.concat([head(6, value.tag), cbor(value.value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

/** A map with text keys, in the order in which they are written down. */
export function toMap(fields: Record<string, Cbor>): Map<string, Cbor> {
  return new Map(Object.entries(fields))
}

/** Bytes that hold CBOR (tag 24). */
export function embedded(value: Cbor): Tagged {
  return new Tagged(24, cbor(value))
}

/** An instant (tag 0), without fractions of a second. */
export function dateTime(instant: Date): Tagged {
  return new Tagged(0, instant.toISOString().replace(/\.\d+/, ''))
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 2 ** 8) return Buffer.from([(type << 5) | 24, count])
  if (count < 2 ** 16) return Buffer.from([(type << 5) | 25, count >> 8, count & 0xff])
  const bytes = Buffer.alloc(5)
  bytes[0] = (type << 5) | 26
  bytes.writeUInt32BE(count, 1)
  return bytes
}
