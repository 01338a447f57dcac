import { type Context, Hono } from 'hono'
import type { Billing } from './billing.ts'
import { apiVersion } from './present.ts'
import type { World } from './world.ts'

/** What the routes of the API are made from. */
export type ApiParts = { world: World; billing: Billing; secretKey: string; origin: () => string }

type Answer = { status: 200 | 400 | 401 | 404; body: object }

/** Adds a route: what it answers for the id in its path, and for its query or its body. */
type AddRoute = (path: string, handle: (id: string, given: FormTree) => Answer) => void
export type ApiCalls = { get: AddRoute; post: AddRoute; delete: AddRoute }

/**
 * Stripe's manners around every call: its headers, the key that it asks for, and answers that are given again for the
 * same idempotency key.
 */
export function serveApi(
  { world, billing, secretKey }: ApiParts,
  addRoutes: ((calls: ApiCalls) => void)[],
): Hono {
  const app = new Hono()
  const answered = new Map<string, { request: string; answer: Answer }>()

  function send(c: Context, answer: Answer): Response {
    c.header('Request-Id', world.newId('req'))
    c.header('Stripe-Version', apiVersion)
    return c.json(answer.body, answer.status)
  }

  app.use('/v1/*', async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      return send(c, { ...refuseInvalid('Invalid API Key provided'), status: 401 })
    billing.catchUp()
    return next()
  })

  const addWrite =
    (method: 'POST' | 'DELETE'): AddRoute =>
    (path, handle) => {
      app.on(method, path, async (c) => {
        const text = await c.req.text()
        const key = c.req.header('Idempotency-Key')
        const request = `${method} ${c.req.path} ${text}`
        const earlier = key ? answered.get(key) : undefined
        if (earlier && earlier.request !== request) {
          const message = 'Keys for idempotent requests can only be used with the same parameters.'
          return send(c, { status: 400, body: { error: { type: 'idempotency_error', message } } })
        }
        const answer = earlier?.answer ?? handle(c.req.param('id') ?? '', parseForm(text))
        if (key && answer.status === 200) answered.set(key, { request, answer: structuredClone(answer) })
        return send(c, answer)
      })
    }
  const calls: ApiCalls = {
    get: (path, handle) => {
      app.get(path, (c) => send(c, handle(c.req.param('id') ?? '', parseForm(new URL(c.req.url).search))))
    },
    post: addWrite('POST'),
    delete: addWrite('DELETE'),
  }
  for (const add of addRoutes) add(calls)
  app.all('/v1/*', (c) => send(c, refuseInvalid('The simulator does not know this request')))
  return app
}

export const answerOk = (body: object): Answer => ({ status: 200, body })

export function refuseInvalid(message: string, param?: string): Answer {
  const error = { type: 'invalid_request_error', message, ...(param ? { param } : {}) }
  return { status: 400, body: { error } }
}

export function refuseMissing(kind: string, param: string): Answer {
  const message = `No such ${kind}`
  const error = { type: 'invalid_request_error', code: 'resource_missing', message, param }
  return { status: 404, body: { error } }
}

/** One page of a list, as Stripe pages: by the id behind which it goes on. */
export function list<T extends { id: string }>(url: string, newestFirst: T[], query: FormTree): Answer {
  const limit = Math.min(100, Number(findText(query, 'limit') ?? 10))
  const cursor = findText(query, 'starting_after')
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return answerOk({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
}

/** A form-encoded tree as Stripe's SDK sends it: `items[0][price]=x` becomes `{ items: { 0: { price: 'x' } } }`. */
export type FormTree = { [key: string]: string | FormTree }

/**
 * Parses a form body or query string with bracketed names. Names that would reach an object's prototype are dropped.
 */
function parseForm(text: string): FormTree {
  const tree: FormTree = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    if (path.includes('__proto__')) continue
    let node = tree
    for (const part of path.slice(0, -1)) {
      const next = node[part]
      const below: FormTree = typeof next === 'object' ? next : Object.create(null)
      node[part] = below
      node = below
    }
    const last = path.at(-1)
    if (last !== undefined) node[last] = value
  }
  return tree
}

function findNode(tree: FormTree, path: string[]): string | FormTree | undefined {
  let node: string | FormTree | undefined = tree
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined
  return node
}

/** The text at a path of the tree; null without one. */
export function findText(tree: FormTree, ...path: string[]): string | null {
  const node = findNode(tree, path)
  return typeof node === 'string' ? node : null
}

/** The flat texts below a path, as Stripe's metadata is. */
export function listTexts(tree: FormTree, ...path: string[]): Record<string, string> {
  const node = findNode(tree, path)
  if (typeof node !== 'object') return {}
  const texts = Object.entries(node).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** What a caller asks for in the place of its id. */
export const listExpanded = (query: FormTree): string[] => Object.values(listTexts(query, 'expand'))
