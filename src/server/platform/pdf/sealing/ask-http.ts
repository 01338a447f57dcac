/**
 * The body of a response; null when it timed out, exceeds `maxBytes`, or isn't a success. Redirects aren't followed.
 */
export async function askHttp(
  url: string,
  { timeoutMs, maxBytes, ...request }: { timeoutMs: number; maxBytes: number } & RequestInit,
): Promise<Uint8Array | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...request, redirect: 'error', signal })
    if (!response.ok || !response.body) return null
    const parts: Uint8Array[] = []
    let byteCount = 0
    for await (const part of response.body) {
      byteCount += part.byteLength
      if (byteCount > maxBytes) return null
      parts.push(part)
    }
    return new Uint8Array(Buffer.concat(parts))
  } catch {
    return null
  }
}
