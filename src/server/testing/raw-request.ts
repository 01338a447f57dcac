import { connect } from 'node:net'

/** An answer as it came over the wire; `body` as text, without undoing its transfer encoding. */
export type RawAnswer = { status: number; head: string; body: string }

/**
 * Sends the lines of a request as they are, which no client library would, and answers what came back until the other
 * end closed.
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
