import { Agent, createServer, request as send } from 'node:http'
import { listenHere } from './listen-here.ts'

/** Between two looks at who is ready, as a balancer's health check. */
const lookEveryMs = 200

/**
 * A balancer as operators run one: it asks /readyz, keeps connections open behind it, takes turns, and repeats nothing
 * that failed.
 */
export type Balancer = {
  origin: string
  port: number
  setBackends(origins: string[]): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  let ready: string[] = []
  let backends: string[] = []
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const looking = setInterval(async () => {
    const asked = backends
    const found = await Promise.all(asked.map(async (origin) => (await isReady(origin)) && origin))
    if (asked === backends) ready = found.filter((origin) => origin !== false)
  }, lookEveryMs)

  const server = createServer((incoming, outgoing) => {
    const backend = ready[turn++ % ready.length]
    if (!backend) {
      outgoing.writeHead(502).end('no backend is ready')
      return
    }
    const { method, url, headers } = incoming
    const passed = send(new URL(url ?? '/', backend), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(outgoing)
    })
    passed.on('error', () =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end('dropped'),
    )
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  const { port, origin, close } = await listenHere(server)
  return {
    port,
    origin,
    setBackends(origins) {
      backends = origins
    },
    close() {
      clearInterval(looking)
      agent.destroy()
      return close()
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
