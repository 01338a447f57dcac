// npm run bench:hostile (or with the names of some attacks after --): measures other people's requests during attacks. It starts its own server
// with limits on, listens on loopback only and ends after a fixed time. Exits with 1 when a limit is exceeded.
import { setTimeout as wait } from 'node:timers/promises'
import { attacks, type Spoils } from './hostile/attacks.ts'
import { computePercentile, observe } from './hostile/observe.ts'
import { complete, create, makePicture, postForm, signUp } from './lib/people.ts'
import { onOwnServer } from './own-server.ts'

/** What decodes and reads has bounds of its own: 1 GB for each of two PDFs, 1.2 GB for a reading. */
const bars = { healthP99Ms: 100, growthMb: 150, decodersGrowthMb: 2200 }
const decoding = ['hanging PDFs', 'busy readings']

async function main(base: string, pid: number): Promise<boolean> {
  const victim = await signUp(base)
  const accounts = [await signUp(base), await signUp(base), await signUp(base), await signUp(base)]
  const record = await create(base, accounts[0]?.headers ?? {})
  await complete(base, record, await makePicture(640))
  const { url } = await postForm(
    base,
    '/api/documents',
    accounts[0]?.headers ?? {},
    { category: 'id' },
    await makePicture(3200),
  )
  const spoils: Spoils = {
    base,
    port: Number(new URL(base).port),
    accounts: accounts.map(({ headers }) => headers),
    link: await create(base, victim.headers),
    victim: victim.email,
    record,
    fileUrl: String(url),
  }
  await wait(3000)
  let isGood = true
  const wanted = process.argv.slice(2)
  for (const [name, attack] of Object.entries(attacks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    let outcome = ''
    const { growthMb, health, others } = await observe({ base, pid, headers: victim.headers }, async () => {
      outcome = await attack(spoils)
    })
    const p99 = computePercentile(health, 0.99)
    const mostMb = decoding.includes(name) ? bars.decodersGrowthMb : bars.growthMb
    const holds = p99 < bars.healthP99Ms && growthMb < mostMb
    isGood &&= holds
    const others99 = computePercentile(others, 0.99).toFixed(1)
    console.log(
      `${name}: memory +${growthMb} MB, GET /healthz p99 ${p99.toFixed(1)} ms (n ${health.length}), GET /api/verifications p99 ${others99} ms: ${holds ? 'holds' : 'MISSED'} (${outcome})`,
    )
    await wait(1000)
  }
  return isGood
}

await onOwnServer(
  async (base, _, pid) => {
    if (!(await main(base, pid))) process.exitCode = 1
  },
  { rateLimits: true },
)
