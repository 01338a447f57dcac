import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** What a key signs: a note, or somebody else's checkpoint together with the time (the types of c2sp.org/signed-note). */
const types = { note: 0x01, cosignature: 0x04 } as const
export type NoteKeyType = keyof typeof types

/** A public key under its name, as whoever believes its signatures writes it down. */
export type VerifierKey = { name: string; type: NoteKeyType; id: Buffer; publicKey: KeyObject }

/** The DER of an Ed25519 public key (RFC 8410) up to its 32 bytes. */
const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The first four bytes of SHA-256(name || 0x0A || type || key). */
export function computeKeyId(name: string, type: NoteKeyType, key: Uint8Array): Buffer {
  const hash = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([types[type]]))
  return hash.update(key).digest().subarray(0, 4)
}

/** `name+id+key`: the id in hexadecimal, the key in base64 behind the byte of its type. */
export function formatVerifierKey(name: string, type: NoteKeyType, key: Uint8Array): string {
  const typed = Buffer.concat([Buffer.from([types[type]]), key])
  return `${name}+${computeKeyId(name, type, key).toString('hex')}+${typed.toString('base64')}`
}

/** Reads such a text; null when it is none, or its id is of another key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = '', id, encoded = ''] = /^([^\s+]+)\+([\da-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const [typeByte, ...rest] = Buffer.from(encoded, 'base64')
  const type = (Object.keys(types) as NoteKeyType[]).find((known) => types[known] === typeByte)
  const key = Buffer.from(rest)
  if (!type || key.byteLength !== 32 || computeKeyId(name, type, key).toString('hex') !== id) return null
  const publicKey = createPublicKey({
    key: Buffer.concat([publicKeyPrefix, key]),
    format: 'der',
    type: 'spki',
  })
  return { name, type, id: Buffer.from(id, 'hex'), publicKey }
}
