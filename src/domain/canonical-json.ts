/** A value that JSON represents without loss: numbers are safe integers. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/**
 * The canonical text of a value, so that every party hashes and signs the same bytes: JSON with sorted member names and
 * no white space (RFC 8785). Throws on a number that isn't a safe integer, the only part of the standard that isn't
 * supported.
 */
export function writeCanonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error('only safe integers have one form')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(writeCanonicalJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${writeCanonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Converts an object to plain JSON: members that are undefined are left out. */
export function toPlainJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}
