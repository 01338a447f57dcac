import { Hono } from 'hono'
import { z } from 'zod'
import type { Billing } from './billing.ts'
import type { Webhooks } from './webhooks.ts'
import type { World } from './world.ts'

const disturbanceSchema = z.strictObject({
  drop: z.boolean().optional(),
  copies: z.number().int().min(1).max(1000).optional(),
  delayMs: z.number().int().min(0).max(600_000).optional(),
  hold: z.boolean().optional(),
})
const releaseSchema = z.strictObject({
  order: z.enum(['as_sent', 'reversed']).default('as_sent'),
  copies: z.number().int().min(1).max(1000).default(1),
  drop: z.boolean().default(false),
})
const clockSchema = z.strictObject({ advanceSeconds: z.number().int().min(1) })
const settleSchema = z.strictObject({ outcome: z.enum(['paid', 'refused']).default('paid') })

/**
 * What a test can tell the simulator, as JSON by POST:
 * `/control/webhooks` {drop, copies, delayMs, hold} disturbs the deliveries from now on; `/control/webhooks/release` {order, copies, drop}
 * sends what was held; `/control/clock` {advanceSeconds} moves the simulated clock; `/control/settle` {outcome} decides every pending
 * payment now. `GET /control` tells how it stands.
 */
export function createControlRoutes(world: World, billing: Billing, webhooks: Webhooks): Hono {
  const app = new Hono()

  // A foreign page's form cannot send this type without the browser asking first, and the answer to that is no.
  app.use('/control/*', async (c, next) => {
    const isJson = c.req.header('Content-Type')?.startsWith('application/json')
    if (c.req.method === 'POST' && !isJson) return c.text('send application/json', 415)
    return next()
  })

  app.get('/control', (c) =>
    c.json({
      simulatedTime: new Date(world.now()).toISOString(),
      disturbance: webhooks.disturbance,
      events: world.state.events.map(({ id, type, settled }) => ({ id, type, settled })),
    }),
  )
  app.post('/control/webhooks', async (c) => {
    const { drop, copies, delayMs, hold } = disturbanceSchema.parse(await c.req.json())
    const before = webhooks.disturbance
    webhooks.disturbance = {
      drop: drop ?? before.drop,
      copies: copies ?? before.copies,
      delayMs: delayMs ?? before.delayMs,
      hold: hold ?? before.hold,
    }
    return c.json(webhooks.disturbance)
  })
  app.post('/control/webhooks/release', async (c) => {
    webhooks.release(releaseSchema.parse(await c.req.json()))
    await webhooks.idle()
    return c.json({ released: true })
  })
  app.post('/control/clock', async (c) => {
    const { advanceSeconds } = clockSchema.parse(await c.req.json())
    world.state.clockAheadMs += advanceSeconds * 1000
    world.keep()
    billing.catchUp()
    await webhooks.idle()
    return c.json({ simulatedTime: new Date(world.now()).toISOString() })
  })
  app.post('/control/settle', async (c) => {
    const { outcome } = settleSchema.parse(await c.req.json())
    for (const invoice of Object.values(world.state.invoices)) billing.settle(invoice, outcome)
    await webhooks.idle()
    return c.json({ settled: true })
  })
  app.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.text('this request is not understood', 400)
    throw error
  })
  return app
}
