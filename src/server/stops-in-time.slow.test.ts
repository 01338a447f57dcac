import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataDirForEach } from './testing/data-dir-for.ts'
import { listenHere } from './testing/listen-here.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** 10 s for requests, 30 s for jobs, twice 3 s for parts that wait for the database, and some for the rest. */
const endsWithinMs = 50_000

const place = dataDirForEach()
let source: TestDatabase
beforeAll(async () => {
  source = await createTestDatabase()
})
afterAll(() => source.drop())

/**
 * A connection to the database that can stop passing data, while open connections stay open and new ones are accepted.
 */
async function openWay(connectionString: string) {
  let isSilent = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    return socket
  }
  const { hostname, port } = new URL(connectionString)
  const server = createServer((near) => {
    keep(near)
    if (isSilent) return
    const far = keep(connect(Number(port), hostname))
    near.on('data', (bytes) => isSilent || far.write(bytes))
    far.on('data', (bytes) => isSilent || near.write(bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => isSilent || near.destroy())
  })
  const listening = await listenHere(server)
  return {
    connectionString: Object.assign(new URL(connectionString), { port: String(listening.port) }).href,
    fallSilent() {
      isSilent = true
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it('stops in time when its database doesn’t answer any more (RUN-28)', async () => {
  const way = await openWay(source.connectionString)
  try {
    const server = await place.start({ DATABASE_URL: way.connectionString })
    const signIn = () =>
      fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'Quiet-harbour-42' }),
      }).catch(() => null)
    expect((await signIn())?.status).toBe(400)
    way.fallSilent()
    const asked = Array.from({ length: 12 }, signIn)
    // The sign-ins are in progress, because this request was accepted after them.
    await fetch(`${server.origin}/healthz`)
    const stoppedAt = performance.now()
    const { code } = await server.kill('SIGTERM')
    const tookMs = performance.now() - stoppedAt
    await Promise.all(asked)
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(endsWithinMs)
  } finally {
    way.close()
  }
})
