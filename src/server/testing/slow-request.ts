import { connect, type Socket } from 'node:net'

/** A request written byte by byte to a socket, as no well-behaved client does. */
export type SlowRequest = {
  socket: Socket
  /** Everything that came back, once the connection is closed. */
  answer: Promise<string>
  /** Resolves with the first bytes that come back. */
  answered: Promise<string>
}

/**
 * Connects to a port of this machine and sends the head of a request; `localAddress` is the client address that the
 * server sees, such as 127.0.0.2.
 */
export function slowRequest(
  port: number,
  requestLine: string,
  headers: Record<string, string>,
  localAddress = '127.0.0.1',
): SlowRequest {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${requestLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  const answered = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes
      resolve(text)
    })
    socket.once('close', () => resolve(text))
  })
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  socket.on('error', () => {})
  return { socket, answer, answered }
}
