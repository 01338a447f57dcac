import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Served } from '../../src/server/testing/people.ts'

/** The attackers' address, in a different network than the people whose requests are measured. */
const attackersAddress = '127.0.0.2'

export type Target = { served: Served; port: number }

export type Headers = Record<string, string>

export type Posted = { path: string; headers: Headers; body: string | Buffer }

/** Posts once from the attackers' address; resolves to the status, or to 0 if the connection was dropped. */
export function post({ port }: Target, agent: Agent, { body, ...rest }: Posted): Promise<number> {
  const at = { port, host: '127.0.0.1', localAddress: attackersAddress, method: 'POST' }
  return new Promise((resolve) => {
    const sent = request({ ...at, ...rest, agent }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => {})
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** Posts the same request `total` times, 50 at a time; resolves to the number of answers with each status. */
export async function postStorm(target: Target, total: number, posted: Posted): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const statuses: Record<string, number> = {}
  let left = total
  const worker = async () => {
    while (left-- > 0) {
      const status = await post(target, agent, posted)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 50 }, worker))
  agent.destroy()
  return `${posted.path} ${JSON.stringify(statuses)}`
}

/** Opens a connection from the attackers' address and sends the beginning of a request. */
export function begin({ port }: Target, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: attackersAddress })
  socket.on('error', () => {})
  socket.write(text)
  return socket
}
