import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Signs notes under one name, with Ed25519, which every witness supports. The same text always gets the same line. */
export type NoteSigner = {
  readonly name: string
  /** The public key for its signatures, as `parseVerifierKey` reads it. */
  readonly verifierKey: string
  sign(text: string): string
}

/** The DER prefix of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Creates a signer whose key is derived from the seal's key (RFC 5869), so that there is no other secret to keep
 * (decision 059).
 *
 * @param sealKey PEM, with an EC private key
 */
export function createNoteSigner({ sealKey, name }: { sealKey: string; name: string }): NoteSigner {
  const secret = createPrivateKey(sealKey).export({ format: 'jwk' }).d
  if (!secret) throw new Error('the key of the seal has no private part')
  const seed = hkdfSync(
    'sha256',
    Buffer.from(secret, 'base64url'),
    '',
    'key of the transparency log, Ed25519',
    32,
  )
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = computeKeyId(name, 'note', publicKey)
  return {
    name,
    verifierKey: formatVerifierKey(name, 'note', publicKey),
    sign(text) {
      const signature = sign(null, Buffer.from(text, 'utf8'), privateKey)
      return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}`
    },
  }
}

/** A note: a text that ends in a newline, an empty line, and a line for each signature (c2sp.org/signed-note). */
type SignedNote = { text: string; lines: readonly string[] }

export function formatNote({ text, lines }: SignedNote): string {
  return `${text}\n${lines.map((line) => `${line}\n`).join('')}`
}

/** A key's signature in a line: the bytes after its id. Null when the line belongs to another key. */
function findSignature(line: string, key: VerifierKey): Buffer | null {
  const [, name, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  return name === key.name && bytes.subarray(0, 4).equals(key.id) ? bytes.subarray(4) : null
}

/**
 * The line with which a witness cosigned a checkpoint, and the time in it (c2sp.org/tlog-cosignature); null when no
 * line is a valid cosignature of this key.
 */
export function findCosignature(
  { text, lines }: SignedNote,
  key: VerifierKey,
): { line: string; at: Date } | null {
  if (key.type !== 'cosignature') return null
  for (const line of lines) {
    const signature = findSignature(line, key)
    if (signature?.byteLength !== 72) continue
    const seconds = signature.readBigUInt64BE()
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
    // The last second of the year 9999.
    if (seconds <= 253_402_300_799n && verify(null, signed, key.publicKey, signature.subarray(8)))
      return { line, at: new Date(Number(seconds) * 1000) }
  }
  return null
}

/** The types of text that a key signs: a note, or another log's checkpoint with the time (c2sp.org/signed-note). */
const types = { note: 0x01, cosignature: 0x04 } as const
type NoteKeyType = keyof typeof types

/** A public key with its name, as published for verifiers. */
export type VerifierKey = { name: string; type: NoteKeyType; id: Buffer; publicKey: KeyObject }

/** The DER prefix of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The first four bytes of SHA-256(name || 0x0A || type || key). */
function computeKeyId(name: string, type: NoteKeyType, key: Uint8Array): Buffer {
  const hash = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([types[type]]))
  return hash.update(key).digest().subarray(0, 4)
}

/** `name+id+key`: the id in hexadecimal, the key in base64 after the byte of its type. */
function formatVerifierKey(name: string, type: NoteKeyType, key: Uint8Array): string {
  const typed = Buffer.concat([Buffer.from([types[type]]), key])
  return `${name}+${computeKeyId(name, type, key).toString('hex')}+${typed.toString('base64')}`
}

/** Parses the text form of a verifier key; null when it is invalid, or its id belongs to another key. */
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
