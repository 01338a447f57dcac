import { connect } from 'node:net'

/** An answer as received on the wire; `body` as text, with its transfer encoding. */
export type RawAnswer = { status: number; head: string; body: string }

/**
 * Sends the lines of a request unchanged, as no client library would, and returns everything received until the other
 * end closes.
 */
export function rawRequest(port: number, lines: string[], body = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`))
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.once('error', reject)
    socket.once('close', () => {
      const [head = '', ...rest] = answer.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
      })
    })
  })
}
