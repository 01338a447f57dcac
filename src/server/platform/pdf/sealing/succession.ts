import { z } from 'zod'
import { writeCanonicalJson } from '../../../../domain/canonical-json.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const jws = z.strictObject({ protected: z.string(), signature: z.string() })

/**
 * That one key of the seal follows another, signed by both: by the former, so that nobody else names its successor, and by the successor, so
 * that nobody else claims to have been its predecessor. Whoever knows one of the two certificates knows the other by it.
 */
const successionSchema = z.strictObject({
  document: z.literal('seal-key-succession'),
  /** When it was signed, by the clock of whoever made the key. */
  at: z.iso.datetime(),
  certificateSha256: sha256,
  predecessorSha256: sha256,
  signatures: z.strictObject({ predecessor: jws, successor: jws }),
})
export type Succession = z.infer<typeof successionSchema>

const label = 'SEAL KEY SUCCESSION'

/** A succession as a block of the file that holds the next key, so that neither is ever there without the other. */
export function writeSuccessionPem(succession: Succession): string {
  const lines =
    Buffer.from(writeCanonicalJson(succession))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** The succession in a key's file; null when there is none, which is so for the first key. Throws when it is damaged. */
export function parseSuccession(text: string): Succession | null {
  const [, block] = new RegExp(`-----BEGIN ${label}-----([^-]+)-----END ${label}-----`).exec(text) ?? []
  if (block === undefined) return null
  try {
    return successionSchema.parse(JSON.parse(Buffer.from(block, 'base64').toString('utf8')))
  } catch {
    throw new Error('what the former key signed of it is damaged')
  }
}
