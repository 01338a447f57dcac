// node_modules/.bin/node bench/uploads.ts: how many photos of 12 megapixels a second the built server takes when 20 come at once, beside sharp alone
// doing the same to them on all cores. Starts a server of its own on a new DATA_DIR.
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { systemClock } from '../src/server/platform/clock.ts'
import { multipart, type Person, register, type Served } from '../src/server/testing/people.ts'
import { measureHealthDuring } from './lib/health-during.ts'
import { compare, type Measured, sayMeasured } from './lib/measured.ts'
import { computeMedian, computeQuantile } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const atOnce = 20
const rounds = 5

/** Photos a second, and how quickly the server says meanwhile that it lives. */
export async function measureUploads(): Promise<Measured[]> {
  const photo = await makePhonePhoto()
  const ours: number[] = []
  const floors: number[] = []
  const health: number[] = []
  await onOwnServer(async (base) => {
    const served: Served = {
      app: { request: (path, init) => fetch(`${base}${path}`, init) },
      clock: systemClock,
    }
    const people: Person[] = []
    for (let n = 0; n < atOnce; n += 1) people.push(await register(served))
    const form = await encodeForm(photo)
    const take = async ({ headers }: Person) => {
      const answer = await fetch(`${base}/api/documents`, {
        method: 'POST',
        headers: { ...headers, 'content-type': form.type },
        body: form.bytes,
      })
      if (answer.status !== 201)
        throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`)
    }
    // The first round runs code that was never run.
    for (let round = 0; round < rounds + 1; round += 1) {
      const floor = await measurePerSecond(() => cleanAll(photo))
      let own = 0
      const times = await measureHealthDuring(base, async () => {
        own = await measurePerSecond(() => Promise.all(people.map(take)))
      })
      if (round === 0) continue
      floors.push(floor)
      ours.push(own)
      health.push(...times)
    }
  })
  console.log(`GET /healthz while photos come: p99 ${computeQuantile(health, 0.99).toFixed(1)} ms`)
  return [
    compare({
      name: `${atOnce} photos of 12 megapixels at once`,
      unit: '/s',
      ours: computeMedian(ours),
      floor: computeMedian(floors),
      floorIs: 'sharp alone on all cores',
    }),
  ]
}

async function measurePerSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (atOnce * 1000) / (performance.now() - startedAt)
}

/** The form of an upload, as it goes over the network: encoding it is a phone's work. */
async function encodeForm(photo: Uint8Array): Promise<{ type: string; bytes: ArrayBuffer }> {
  const encoded = new Response(multipart({ category: 'selfie' }, photo))
  return { type: encoded.headers.get('content-type') ?? '', bytes: await encoded.arrayBuffer() }
}

/** What the server has sharp do to a photo, one on each core. */
async function cleanAll(photo: Uint8Array): Promise<void> {
  sharp.cache(false)
  sharp.concurrency(1)
  let left = atOnce
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (left > 0) {
        left -= 1
        await sharp(photo, { failOn: 'error', autoOrient: true }).jpeg({ quality: 90 }).toBuffer()
      }
    }),
  )
}

/** A JPEG of 4032 by 3024 pixels and a few megabytes, with the detail of a photo, on its side as phones keep it. */
async function makePhonePhoto(): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { width: 2016, height: 1512, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer()
  return new Uint8Array(
    await sharp(grain).resize(4032, 3024).jpeg({ quality: 80 }).withMetadata({ orientation: 6 }).toBuffer(),
  )
}

if (import.meta.main) for (const each of await measureUploads()) console.log(sayMeasured(each))
