import type { HowKnown } from '../../../contract/evidence.ts'
import type { CheckRequest } from '../../../contract/record.ts'
import { listShared } from '../../../domain/record/record.ts'

/** Records are a few hundred kilobytes; this leaves room and keeps a phone from choking on a film. */
export const recordFileMaxBytes = 20 * 1024 * 1024

/**
 * What the check needs to know of a file: its fingerprint, and the code that it carries, if any. The file itself goes nowhere. Beside it what
 * a JSON states of how each thing is known, to be shown once the file has turned out to be genuine.
 */
export async function readRecordFile(
  file: Blob,
): Promise<{ asked: CheckRequest; states: HowKnown | null; isPicture: boolean }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const checkCode = findCheckCode(new TextDecoder('latin1').decode(bytes))
  // JPEG begins with FF D8, PNG with 89 50; neither PDF nor JSON does.
  const isPicture = (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)
  const asked = checkCode && !isPicture ? { sha256, checkCode } : { sha256 }
  return { asked, states: findHowKnown(bytes), isPicture }
}

/** What the JSON of a record says in `facts.known`; null for every other file. */
function findHowKnown(bytes: Uint8Array): HowKnown | null {
  if (bytes[0] !== 0x7b) return null
  try {
    const { facts } = JSON.parse(new TextDecoder().decode(bytes))
    return facts.format === 'sealed-record/2' && facts.document === 'record'
      ? { known: facts.known, sources: facts.sources, shared: listShared(facts.odd ?? []) }
      : null
  } catch {
    return null
  }
}

/** The code behind `/check#` in a file or an address; null when there is none. */
export function findCheckCode(text: string): string | null {
  return /\/check#([\w-]{22})(?![\w-])/.exec(text)?.[1] ?? null
}
