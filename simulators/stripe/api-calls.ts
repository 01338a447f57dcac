import { type Context, Hono } from 'hono'
import { type Answer, refuseInvalid } from './api-answer.ts'
import type { Billing } from './billing.ts'
import { type FormTree, parseForm } from './form-body.ts'
import { apiVersion } from './present.ts'
import type { World } from './world.ts'

/** What the routes of the API are made from. */
export type ApiParts = { world: World; billing: Billing; secretKey: string; origin: () => string }

/** How a route is added: what it answers for the id in its path, and for its query or its body. */
export type ApiCalls = {
  read(path: string, handle: (id: string, query: FormTree) => Answer): void
  write(method: 'POST' | 'DELETE', path: string, handle: (id: string, body: FormTree) => Answer): void
}

/** Stripe's manners around every call: its headers, the key that it asks for, and answers that are given again for the same idempotency key. */
export function serveApi(
  { world, billing, secretKey }: ApiParts,
  addRoutes: (calls: ApiCalls) => void,
): Hono {
  const app = new Hono()
  const answered = new Map<string, { fingerprint: string; answer: Answer }>()

  function send(c: Context, answer: Answer): Response {
    c.header('Request-Id', world.newId('req'))
    c.header('Stripe-Version', apiVersion)
    return c.json(answer.body as object, answer.status)
  }

  app.use('/v1/*', async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      return send(c, {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })
    billing.catchUp()
    return next()
  })

  function read(path: string, handle: (id: string, query: FormTree) => Answer): void {
    app.get(path, (c) => send(c, handle(c.req.param('id') ?? '', parseForm(new URL(c.req.url).search))))
  }

  function write(
    method: 'POST' | 'DELETE',
    path: string,
    handle: (id: string, body: FormTree) => Answer,
  ): void {
    app.on(method, path, async (c) => {
      const text = await c.req.text()
      const key = c.req.header('Idempotency-Key')
      const fingerprint = `${method} ${c.req.path} ${text}`
      const earlier = key ? answered.get(key) : undefined
      if (earlier && earlier.fingerprint !== fingerprint)
        return send(c, {
          status: 400,
          body: {
            error: {
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters.',
            },
          },
        })
      const answer = earlier?.answer ?? handle(c.req.param('id') ?? '', parseForm(text))
      if (key && answer.status === 200) answered.set(key, { fingerprint, answer: structuredClone(answer) })
      return send(c, answer)
    })
  }

  addRoutes({ read, write })
  app.all('/v1/*', (c) => send(c, refuseInvalid('The simulator does not know this request')))
  return app
}
