import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { audit } from './audit.ts'
import { Installation } from './installation.ts'

/** Kills the server at random points, now and then its database with it, and every tenth time during the first start of all. */
export async function runKills(count: number, folder: string, random: () => number): Promise<string[]> {
  const faults: string[] = []
  const installation = await Installation.create(join(folder, 'kills'))
  const startsAt = performance.now()
  await installation.serve()
  const startMs = performance.now() - startsAt
  await installation.kill()
  for (let index = 0; index < count; index += 1) {
    if (index % 10 === 9) {
      faults.push(...(await killDuringFirstStart(join(folder, `first-${index}`), random() * startMs)))
      continue
    }
    const server = await installation.launch()
    const load = installation.ledger.load(installation.served)
    await wait(random() * (startMs + 3000))
    const ended = await Promise.race([server.ended, null])
    if (ended) faults.push(`kill ${index}: the server had ended by itself: ${ended.stderr}`)
    await installation.kill(random() < 0.25)
    await load.stop()
  }
  faults.push(...(await audit(installation)))
  await installation.remove()
  return faults
}

async function killDuringFirstStart(dataDir: string, afterMs: number): Promise<string[]> {
  const installation = await Installation.create(dataDir)
  try {
    await installation.launch()
    await wait(afterMs)
    await installation.kill()
    await installation.serve()
    await installation.ledger.walkJourney(installation.served)
    return []
  } catch (error) {
    return [`killed ${Math.round(afterMs)} ms into its first start: ${error}`]
  } finally {
    await installation.remove()
  }
}
