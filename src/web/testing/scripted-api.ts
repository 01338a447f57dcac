// A real HTTP server that replaces the API while one component runs in a browser: it gives the answers scripted by the
// test.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import type { BrowserCommand } from 'vitest/node'

/** The script of an endpoint: a response, none until the test answers, or a broken connection. */
export type Script = { status: number; json?: unknown } | 'held' | 'broken'

/** A request as it arrived; `body` as text. */
export type Arrived = { id: number; path: string; authorization: string | null; body: string }

type Exchange = Arrived & { name: string; response: ServerResponse }

const scripts = new Map<string, Script>()
const exchanges: Exchange[] = []
const taken = new Set<Exchange>()
const unexpected: string[] = []
/** Called on every arrival, and at the end of the test. */
const waiting = new Set<() => void>()
let lastId = 0

/** Answered at once, after every earlier answer. */
const afterwards = '/api/afterwards'

/** Serves `/api`, `/auth` and `/functions` to the page under test. */
export function serveScriptedApi(): Plugin {
  return {
    name: 'scripted-api',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^\/(api|auth|functions)\//.test(request.url ?? '')) return next()
        if (request.url === afterwards) respond(response, { status: 200 })
        else void receive(request, response)
      })
    },
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const asked = `${request.method} ${path.split('?')[0]}`
  const name = [...scripts.keys()].find((known) => toPattern(known).test(asked))
  const body = await readBody(request).catch(() => '')
  const authorization = request.headers.authorization ?? null
  lastId += 1
  exchanges.push({ id: lastId, name: name ?? asked, path, authorization, body, response })
  for (const tell of waiting) tell()
  const script = name === undefined ? undefined : scripts.get(name)
  if (script === undefined) {
    unexpected.push(asked)
    respond(response, { status: 501 })
  } else if (script !== 'held') respond(response, script)
}

function respond(response: ServerResponse, script: Exclude<Script, 'held'>): void {
  if (script === 'broken') {
    breakOff(response)
    return
  }
  const isProblem = script.status >= 400
  response.writeHead(script.status, {
    'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
    'Cache-Control': 'no-store',
  })
  response.end(script.json === undefined ? '' : JSON.stringify(script.json))
}

/** Writes invalid HTTP, because the browser would retry a connection that was only closed. */
function breakOff(response: ServerResponse): void {
  if (!response.writableEnded) response.socket?.end('broken')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Converts a name such as `GET /api/drafts/:kind` to a pattern for method and path. */
function toPattern(name: string): RegExp {
  return new RegExp(`^${name.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}

function getExchange(id: number): Exchange {
  const exchange = exchanges.find((one) => one.id === id)
  if (!exchange) throw new Error(`no request ${id}`)
  return exchange
}

/** The API commands of the tests, called from the page (src/web/testing/api.ts). */
export const apiCommands = {
  scriptApi: ((_, name: string, script: Script) => {
    scripts.set(name, script)
  }) satisfies BrowserCommand<[string, Script]>,

  /** The oldest waiting request to an endpoint that was not taken before, if any. */
  async takeRequest(_: unknown, name: string): Promise<Arrived> {
    for (;;) {
      const next = exchanges.find(
        (one) => one.name === name && !one.response.headersSent && !one.response.closed && !taken.has(one),
      )
      if (next) {
        taken.add(next)
        const { id, path, authorization, body } = next
        return { id, path, authorization, body }
      }
      const isOver = await new Promise<boolean>((resolve) => {
        const tell = () => {
          waiting.delete(tell)
          resolve(scripts.size === 0)
        }
        waiting.add(tell)
      })
      if (isOver) throw new Error(`${name} was not asked`)
    }
  },

  countRequests: (_: unknown, name: string): number => exchanges.filter((one) => one.name === name).length,

  answerRequest(_: unknown, id: number, script: Exclude<Script, 'held'>): void {
    respond(getExchange(id).response, script)
  },

  /** Sends a part of an event stream, which stays open. */
  sendEvents(_: unknown, id: number, text: string): void {
    const { response } = getExchange(id)
    if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(text)
  },

  /** Resolves when the browser has aborted a request without a complete answer. */
  async whenLetGo(_: unknown, id: number): Promise<void> {
    const { response } = getExchange(id)
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve))
    if (response.writableFinished) throw new Error(`request ${id} was answered`)
  },

  /** Resets everything for the next test. Returns the requests without a scripted answer. */
  resetApi(): string[] {
    for (const { response } of exchanges.splice(0)) breakOff(response)
    scripts.clear()
    taken.clear()
    for (const tell of waiting) tell()
    return unexpected.splice(0)
  },
}
