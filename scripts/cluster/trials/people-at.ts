import { request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '../../../src/server/platform/clock.ts'
import type { Database } from '../../../src/server/platform/database/index.ts'
import { openDatabase } from '../../../src/server/platform/database/open-database.ts'
import { createLogger } from '../../../src/server/platform/logging/index.ts'
import type { Served } from '../../../src/server/testing/people.ts'
import { type Cluster, getPort, toDatabaseUrl } from '../layout.ts'

/** What somebody waits for at most before they are told that nothing came. */
const patienceMs = 100_000

/** The people of a cluster: their requests go through its balancer, each over a connection and from a loopback address of its own. */
export type PeopleAt = Served & { database: Database; close(): Promise<void> }

export function createPeopleAt(cluster: Cluster): PeopleAt {
  const database = openDatabase(toDatabaseUrl(cluster, 'assent_server'), {
    logger: createLogger('silent'),
    maxConnections: 4,
  })
  return {
    database,
    ...reachFrom(cluster, pickLoopback),
    close: () => database.close(),
  }
}

/** The same people, all of them behind one address. */
export function putBehindOneAddress(cluster: Cluster, people: PeopleAt): PeopleAt {
  const address = pickLoopback()
  return { ...people, ...reachFrom(cluster, () => address) }
}

function reachFrom(cluster: Cluster, addressOf: () => string): Pick<Served, 'app' | 'clock'> {
  const port = getPort(cluster, 'people')
  return {
    clock: systemClock,
    app: {
      request: (path, init) =>
        ask(port, addressOf(), new Request(new URL(path, `http://localhost:${port}`), init)),
    },
  }
}

async function ask(port: number, localAddress: string, request: Request): Promise<Response> {
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : null
  const headers = { ...Object.fromEntries(request.headers), host: `localhost:${port}`, connection: 'close' }
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        method: request.method,
        path: new URL(request.url).pathname + new URL(request.url).search,
        headers: body ? { ...headers, 'content-length': body.byteLength } : headers,
        timeout: patienceMs,
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const given = new Headers()
        for (const [name, value] of Object.entries(answer.headers)) given.set(name, String(value))
        buffer(answer).then(
          (bytes) =>
            resolve(new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers: given })),
          reject,
        )
      },
    )
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.once('error', reject)
    outgoing.end(body ?? undefined)
  })
}

/** Somebody else each time, so that nobody uses up the limits of an address. */
function pickLoopback(): string {
  return `127.${[0, 0, 0].map(() => 1 + Math.floor(Math.random() * 250)).join('.')}`
}
