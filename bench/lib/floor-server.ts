// The floor that our own answers are measured against: the same framework and the same driver with nothing around them. Its statements come as
// JSON in FLOOR, `{ connectionString, statements: { path: { text, values } } }`; each path answers its rows. The port goes to the parent.
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

type Floor = {
  connectionString: string
  statements: Record<string, { text: string; values: readonly unknown[] }>
}

const { connectionString, statements } = JSON.parse(process.env['FLOOR'] ?? '') as Floor
const pool = new pg.Pool({ connectionString, max: 10 })
const app = new Hono<{ Bindings: HttpBindings }>()
for (const [path, { text, values }] of Object.entries(statements)) {
  app.get(path, async (c) => c.json((await pool.query({ text, values: [...values] })).rows))
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
