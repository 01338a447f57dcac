/**
 * Opens event streams, in turns for each caller, and waits for the first bytes of all.
 * @returns closes them
 * @throws {Error} when one is refused
 */
export async function openStreams(
  url: string,
  callers: { headers: Record<string, string> }[],
  count: number,
): Promise<() => Promise<void>> {
  const closing = new AbortController()
  const readers = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const headers = callers[n % callers.length]?.headers ?? {}
      const answer = await fetch(url, { headers, signal: closing.signal })
      const reader = answer.body?.getReader()
      if (!answer.ok || !reader) throw new Error(`${url} answered ${answer.status}`)
      await reader.read()
      return reader
    }),
  )
  return async () => {
    closing.abort()
    await Promise.allSettled(readers.map((reader) => reader.closed))
  }
}
