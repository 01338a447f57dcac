// npm run demo: adds two accounts and six verifications, one in each state, to the server that `npm start` runs on this
// machine. Each run adds new ones.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, node } from './lib/install.mjs'
import { giveUp } from './lib/project.mjs'
import { run } from './lib/run.mjs'

await ensureInstalled()
if (process.execPath === node)
  await makeDemo(process.argv[2] ?? `http://localhost:${process.env.PORT ?? 3000}`)
else process.exitCode = await run(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])

async function makeDemo(origin) {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)) {
    giveUp(
      'Demo data can only be added to a server on this machine. Usage: npm run demo -- http://localhost:3000',
    )
  }
  if (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    giveUp(`No server answers at ${origin}. Run "npm start" in another terminal first.`)
  }
  const { createSampleProduct } = await import('./lib/sample-records.ts')
  const { withDatabase } = await import('./lib/with-database.ts')
  const { grantPlan } = await import('../src/server/plans/index.ts')
  const { systemClock: clock } = await import('../src/server/platform/clock/index.ts')
  const product = createSampleProduct(origin)
  const suffix = randomUUID().slice(0, 4)
  const ada = await product.register('Ada Lindqvist', `ada-${suffix}@example.com`)
  const sam = await product.register('Sam Okafor', `sam-${suffix}@example.com`)
  await withDatabase(async (database) => {
    await grantPlan({ database, clock }, { email: ada.email, tier: 'enterprise' })
  })
  const create = (type, validity) => product.create(ada, type, sam, null, validity)
  const [pending, verified, withdrawn, rejected, cancelled, expired] = [
    await create('age'),
    await create('age', '7_days'),
    await create('person'),
    await create('person'),
    await create('age'),
    await create('person'),
  ]
  await product.complete(verified)
  await product.complete(withdrawn)
  await product.withdraw(ada, withdrawn)
  await product.decline(rejected)
  await product.cancel(ada, cancelled)
  // The server closes an expired link within a minute.
  await withDatabase(async (database) => {
    const { sql } = await import('../src/server/platform/database/index.ts')
    await database.run(
      sql`UPDATE verifications SET created_at = created_at - interval '400 days' WHERE id = ${expired.id}`,
    )
  })
  console.log(`${ada.email} and ${sam.email}, password ${ada.password}`)
  const made = { pending, verified, withdrawn, rejected, cancelled, 'expired within a minute': expired }
  for (const [state, { id }] of Object.entries(made)) console.log(`${origin}/records/${id}  ${state}`)
  console.log(`Sam's pending link: ${origin}/verify/${pending.id}`)
}
