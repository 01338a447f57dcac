import { askHttp } from './ask-http.ts'

/** Tokens are a few kilobytes; whoever sends more is no time-stamping authority. */
const answerMaxBytes = 64 * 1024

/** The bytes that an authority answers to a question (RFC 3161, 3.4), or null when none came in time. */
export function askAuthority(
  url: string,
  question: Uint8Array,
  timeoutMs: number,
): Promise<Uint8Array | null> {
  return askHttp(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(question),
    timeoutMs,
    maxBytes: answerMaxBytes,
  })
}
