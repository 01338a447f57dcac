import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { problems } from '../../contract/problem.ts'
import { explainProblem } from '../../contract/problem-text.ts'

/** A body that brings less than this in a window is cut: 6.4 kB a second, half of the slowest mobile network. */
export const bodyPace = { leastBytes: 64 * 1024, windowMs: 10_000 }

/** Cuts every request whose body arrives slower than `bodyPace`, with 408. Waiting for us to read is not held against anybody. */
export function watchBodies(server: Server): void {
  const seen = new Map<IncomingMessage, number | null>()
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && (length === undefined || length === '0')) return
    seen.set(request, null)
    request.once('close', () => seen.delete(request))
  })
  const watch = setInterval(() => {
    for (const [request, before] of seen) {
      const { socket } = request
      if (request.complete || socket.destroyed) {
        seen.delete(request)
        continue
      }
      const waitsForUs = request.readableLength >= request.readableHighWaterMark
      if (before !== null && !waitsForUs && socket.bytesRead - before < bodyPace.leastBytes)
        cut(socket, request.url ?? '')
      seen.set(request, socket.bytesRead)
    }
  }, bodyPace.windowMs)
  watch.unref()
  server.once('close', () => clearInterval(watch))
}

/** Answers below the app, whose handler still waits for the rest, and closes the connection. */
function cut(socket: Socket, url: string): void {
  const { status } = problems.body_too_slow
  const { title, detail } = explainProblem('body_too_slow')
  const problem = { type: 'about:blank', title, status, detail, code: 'body_too_slow' }
  const body = JSON.stringify(
    url.startsWith('/functions/') ? { ...problem, success: false, error: title } : problem,
  )
  socket.end(
    [
      `HTTP/1.1 ${status} Request Timeout`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
