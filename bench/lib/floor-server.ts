// The floor that our own answers are measured against: the same framework and the same driver with nothing around them. Its statements come as
// JSON in FLOOR, `{ connectionString, statements: { path: { text, values } } }`, each path answers its rows; the texts in `pages` are compressed for
// each answer, as a page has to be that has a nonce of its own. The port goes to the parent.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

type Floor = {
  connectionString: string
  statements: Record<string, { text: string; values: readonly unknown[] }>
  pages: Record<string, string>
}

const { connectionString, statements, pages } = JSON.parse(process.env['FLOOR'] ?? '') as Floor
const pool = new pg.Pool({ connectionString, max: 10 })
const app = new Hono<{ Bindings: HttpBindings }>()
for (const [path, { text, values }] of Object.entries(statements)) {
  app.get(path, async (c) => c.json((await pool.query({ text, values: [...values] })).rows))
}
const brotli = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
for (const [path, text] of Object.entries(pages)) {
  app.get(path, async (c) => c.body(new Uint8Array(await brotli(text, { params }))))
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
