import { createHash } from 'node:crypto'
import { type AuditEntry, writeCanonicalEntry } from '../../domain/audit/event.ts'

/** Beyond this many letters the spellings of an id are too many to try; one id in thousands has more. */
const mostLetters = 20

/**
 * The spelling of the id under which a row was hashed, when that is all in which the row differs from its hash; null when it is not.
 *
 * Once, an id that was typed in other letters came into the hash as it was typed, while the table has it in lower case. A hash that fits such
 * a spelling says that the row is otherwise as it was written: nothing else gives this hash.
 *
 * @param hint a spelling to try first
 */
export function findSpelling(entry: AuditEntry, hash: string, hint: string | null): string | null {
  const text = writeCanonicalEntry(entry)
  // The id is the last member of the canonical JSON, so that everything before it is hashed once.
  const at = text.lastIndexOf(entry.verificationId)
  const before = createHash('sha256').update(text.slice(0, at))
  const behind = text.slice(at + entry.verificationId.length)
  const doesFit = (spelling: string) => before.copy().update(spelling).update(behind).digest('hex') === hash
  if (hint && doesFit(hint)) return hint

  const letters = [...entry.verificationId].flatMap((sign, index) => (/[a-f]/.test(sign) ? [index] : []))
  const all = entry.verificationId.toUpperCase()
  if (doesFit(all)) return all
  if (letters.length > mostLetters) return null
  for (let choice = 1; choice < 2 ** letters.length - 1; choice += 1) {
    const signs = [...entry.verificationId]
    for (const [bit, index] of letters.entries()) if ((choice >> bit) & 1) signs[index] = all.charAt(index)
    const spelling = signs.join('')
    if (doesFit(spelling)) return spelling
  }
  return null
}
