// npm run build, then npm run bench:hostile [-- NAMES OF ATTACKS]: measures other people's requests during attacks. It
// starts its own server with limits on, listens on loopback only and ends after a fixed time. Exits with 1 if a limit
// is missed.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { reach } from '../scripts/lib/served.ts'
import { register } from '../src/server/testing/people.ts'
import { attacks, type Spoils } from './hostile/attacks.ts'
import { measureAnswersDuring } from './lib/answers.ts'
import { measureResidentMb, onOwnServer } from './lib/own-server.ts'
import { computeQuantile } from './lib/statistics.ts'

/** Decoders and readers have their own memory limits: 1 GB for each of two PDFs, 1.2 GB for a reading. */
const bars = { healthP99Ms: 100, growthMb: 150, decodersGrowthMb: 2200 }
const decoding = ['hanging PDFs', 'busy readings']

async function measureAttacks(base: string, pid: number): Promise<boolean> {
  const served = reach(base)
  const victim = await register(served)
  const accounts = []
  while (accounts.length < 4) accounts.push(await register(served))
  const spoils: Spoils = {
    served,
    port: Number(new URL(base).port),
    accounts,
  }
  await wait(3000)
  let isGood = true
  const wanted = process.argv.slice(2)
  for (const [name, attack] of Object.entries(attacks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    let outcome = ''
    let growthMb = 0
    // These requests come from a different address than the attack.
    const probed = [{ url: `${base}/healthz` }, { url: `${base}/api/verifications`, headers: victim.headers }]
    const [health = [], others = []] = await measureAnswersDuring(probed, async () => {
      growthMb = await measureGrowthDuring(pid, async () => {
        outcome = await attack(spoils)
      })
    })
    const [p99, others99] = [computeQuantile(health, 0.99), computeQuantile(others, 0.99)]
    const mostMb = decoding.includes(name) ? bars.decodersGrowthMb : bars.growthMb
    const holds = p99 < bars.healthP99Ms && growthMb < mostMb
    isGood &&= holds
    console.log(
      `${name}: memory +${growthMb} MB, GET /healthz p99 ${p99.toFixed(1)} ms (n ${health.length}), GET /api/verifications p99 ${others99.toFixed(1)} ms: ${holds ? 'holds' : 'MISSED'} (${outcome})`,
    )
    await wait(1000)
  }
  return isGood
}

/**
 * The maximum growth of the memory of the server and its decoding processes, in megabytes. Linux only; 0 on other
 * systems.
 */
async function measureGrowthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await measureWithDecoders(pid)
  let peak = before
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await measureWithDecoders(pid))
  }, 50)
  await work()
  clearInterval(sampling)
  return peak - before
}

async function measureWithDecoders(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let sum = await measureResidentMb(pid)
  for (const child of children.split(' ')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('-process.js')) sum += await measureResidentMb(Number(child))
  }
  return sum
}

await onOwnServer(
  async (base, _, pid) => {
    if (!(await measureAttacks(base, pid))) process.exitCode = 1
  },
  { rateLimits: 'on' },
)
