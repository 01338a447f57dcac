import { type Context, Hono } from 'hono'
import type { Billing } from './billing.ts'
import { apiVersion } from './present.ts'
import type { World } from './world.ts'

/** What the routes of the API are made from. */
export type ApiParts = { world: World; billing: Billing; secretKey: string; origin: () => string }

type Answer = { status: 200 | 400 | 401 | 404; body: object }

/** Adds a route: what it answers for the id in its path, and for its query or its body. */
type AddRoute = (path: string, handle: (id: string, given: URLSearchParams) => Answer) => void
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
        const answer = earlier?.answer ?? handle(c.req.param('id') ?? '', new URLSearchParams(text))
        if (key && answer.status === 200) answered.set(key, { request, answer: structuredClone(answer) })
        return send(c, answer)
      })
    }
  const calls: ApiCalls = {
    get: (path, handle) => {
      app.get(path, (c) => send(c, handle(c.req.param('id') ?? '', new URL(c.req.url).searchParams)))
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
export function list<T extends { id: string }>(
  url: string,
  newestFirst: T[],
  query: URLSearchParams,
): Answer {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const cursor = query.get('starting_after')
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return answerOk({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
}

/** The flat texts below a name, as Stripe's metadata and lists are: `metadata[user_id]=x` becomes `{ user_id: 'x' }`. */
export function listTexts(form: URLSearchParams, name: string): Record<string, string> {
  const below = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(below.map(([key, text]) => [key.slice(name.length + 1, -1), text]))
}

/** What a caller asks for in the place of its id. */
export const listExpanded = (query: URLSearchParams): string[] => Object.values(listTexts(query, 'expand'))
