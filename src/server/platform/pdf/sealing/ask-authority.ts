/** Tokens are a few kilobytes; whoever sends more is no time-stamping authority. */
const answerMaxBytes = 64 * 1024

/** The bytes that an authority answers to a question (RFC 3161, 3.4), or null when none came in time. */
export async function askAuthority(
  url: string,
  question: Uint8Array,
  timeoutMs: number,
): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
      body: new Uint8Array(question),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok || !response.body) return null
    const parts: Uint8Array[] = []
    let byteCount = 0
    for await (const part of response.body) {
      byteCount += part.byteLength
      if (byteCount > answerMaxBytes) return null
      parts.push(part)
    }
    return new Uint8Array(Buffer.concat(parts))
  } catch {
    return null
  }
}
