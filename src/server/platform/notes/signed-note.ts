import { verify } from 'node:crypto'
import type { VerifierKey } from './verifier-key.ts'

/** A note: a text that ends in a newline, an empty line, and a line for each signature (c2sp.org/signed-note). */
export type SignedNote = { text: string; lines: readonly string[] }

export function formatNote({ text, lines }: SignedNote): string {
  return `${text}\n${lines.map((line) => `${line}\n`).join('')}`
}

/** What a key signed in a line: the bytes behind its id. Null when the line is another key's. */
function findSignature(line: string, key: VerifierKey): Buffer | null {
  const [, name, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  return name === key.name && bytes.subarray(0, 4).equals(key.id) ? bytes.subarray(4) : null
}

/** The line with which a witness cosigned a checkpoint, and when it says it did (c2sp.org/tlog-cosignature); null when no line is that. */
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
