/** An app, or a process behind its URL. */
export type Asked = { request(path: string, init?: RequestInit): Response | Promise<Response> }

/** A person's open page, reduced to its event stream. */
export type LivePage = {
  answer: Response
  leave(): void
  /** The next message; null at the end. */
  next(): Promise<string | null>
}

export async function openLivePage(app: Asked, by: { headers: Record<string, string> }): Promise<LivePage> {
  const leaving = new AbortController()
  const answer = await app.request('/api/live', { headers: by.headers, signal: leaving.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('no body')
  let rest = ''
  return {
    answer,
    leave: () => leaving.abort(),
    async next() {
      while (!rest.includes('\n\n')) {
        const { done, value } = await reader.read()
        if (done) return null
        rest += value
      }
      const end = rest.indexOf('\n\n')
      const message = rest.slice(0, end)
      rest = rest.slice(end + 2)
      return message
    },
  }
}
