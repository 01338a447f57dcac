import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Served } from '../../src/server/testing/people.ts'

/** Where the attackers come from: another network than the people whose requests are measured. */
const attackersAddress = '127.0.0.2'

/** Where the server listens. */
export type Target = { served: Served; port: number }

export type Headers = Record<string, string>

/** Sends one request from the attackers' address; answers its status, 0 when the connection was dropped. */
export function send(
  { port }: Target,
  agent: Agent,
  {
    method = 'GET',
    path,
    headers = {},
    body,
  }: { method?: string; path: string; headers?: Headers; body?: string | Buffer },
): Promise<number> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', localAddress: attackersAddress, method, path, headers, agent }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => {})
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** A number of requests, so many at a time; answers how often each status came. */
export async function sendStorm(
  total: number,
  atOnce: number,
  one: (agent: Agent, n: number) => Promise<number>,
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses: Record<string, number> = {}
  let next = 0
  const worker = async () => {
    while (next < total) {
      const status = await one(agent, next++)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  return statuses
}

/** A connection of the attackers' with the beginning of a request on it. */
export function begin({ port }: Target, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: attackersAddress })
  socket.on('error', () => {})
  socket.write(text)
  return socket
}
