import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { audit } from './audit.ts'
import { Installation } from './installation.ts'
import { createOwnFileSystem, type Power } from './power.ts'

/** Cuts the power at random points; every second time within the first seconds of an installation's life, whose rows are then compared. */
export async function runPowerCuts(count: number, folder: string, random: () => number): Promise<string[]> {
  const faults: string[] = []
  const power = await createOwnFileSystem(join(folder, 'power'))
  const old = await Installation.create(join(power.folder, 'old'))
  try {
    for (let index = 0; index < count; index += 1) {
      const isFirst = index % 2 === 0
      const installation = isFirst ? await Installation.create(join(power.folder, `new-${index}`)) : old
      await cutOnce(installation, power, random() * (isFirst ? 15_000 : 6000))
      if (isFirst) {
        faults.push(...(await listFaults(installation, `power cut ${index}, in the first seconds`)))
        await installation.remove()
      }
    }
    faults.push(...(await listFaults(old, 'power cuts')))
  } finally {
    await old.kill(true)
    await power.remove()
  }
  return faults
}

async function cutOnce(installation: Installation, power: Power, afterMs: number): Promise<void> {
  await installation.launch()
  const load = installation.ledger.load(installation.served)
  await wait(afterMs)
  const cutting = power.cut()
  await installation.kill()
  await cutting
  await load.stop()
}

async function listFaults(installation: Installation, when: string): Promise<string[]> {
  try {
    return (await audit(installation)).map((fault) => `${when}: ${fault}`)
  } catch (error) {
    return [`${when}: ${error}`]
  }
}
