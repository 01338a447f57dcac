import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { restartDatabase } from '../../src/server/testing/restart-database.ts'
import { audit } from './audit.ts'
import { Installation } from './installation.ts'

const backWithinMs = 5000

/** Restarts the database under load: the server's process lives, and serves again within 5 s. */
export async function runRestarts(count: number, folder: string, random: () => number): Promise<string[]> {
  const faults: string[] = []
  const installation = await Installation.create(join(folder, 'restarts'))
  const server = await installation.serve()
  const load = installation.ledger.load(installation.served)
  let hasEnded = false
  server.ended.then(() => {
    hasEnded = true
  })
  for (let index = 0; index < count && !hasEnded; index += 1) {
    await wait(random() * 1500)
    await restartDatabase(installation.dataDir, random() < 0.5 ? 'immediate' : 'fast')
    if (!(await doesServeAgain(installation)))
      faults.push(`restart ${index}: not back within ${backWithinMs} ms`)
  }
  await load.stop()
  if (hasEnded) faults.push(`the server ended: ${(await server.ended).stderr}`)
  await installation.stop()
  faults.push(...(await audit(installation)))
  await installation.remove()
  return faults
}

async function doesServeAgain({ served }: Installation): Promise<boolean> {
  const until = Date.now() + backWithinMs
  while (Date.now() < until) {
    const answer = await Promise.resolve(served.app.request('/readyz')).catch(() => null)
    if (answer?.status === 200) return true
    await wait(50)
  }
  return false
}
