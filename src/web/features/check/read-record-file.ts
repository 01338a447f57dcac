import type { CheckRequest } from '../../../contract/record.ts'

/** Records are a few hundred kilobytes; this leaves room and keeps a phone from choking on a film. */
export const recordFileMaxBytes = 20 * 1024 * 1024

/** What the check needs to know of a file: its fingerprint, and the code that it carries, if any. The file itself goes nowhere. */
export async function readRecordFile(file: Blob): Promise<CheckRequest> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const checkCode = checkCodeIn(new TextDecoder('latin1').decode(bytes))
  return checkCode ? { sha256, checkCode } : { sha256 }
}

/** The code behind `/check#` in a file or an address; null when there is none. */
export function checkCodeIn(text: string): string | null {
  return /\/check#([\w-]{22})(?![\w-])/.exec(text)?.[1] ?? null
}
