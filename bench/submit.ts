// node_modules/.bin/node bench/submit.ts: how long a final submission takes, and how quick the server stays under 20 uploads of 5 MB.
// Starts a server of its own on a new DATA_DIR, or measures the one at BASE_URL (which needs RATE_LIMITS=off).
import { setTimeout as wait } from 'node:timers/promises'
import type { Headers } from './hostile/attacker.ts'
import { measureHealthDuring } from './lib/health-during.ts'
import { complete, create, makePicture, postForm, signUp } from './lib/people.ts'
import { reportTimes } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const submissions = 100
const parallelUploads = 20
const uploadRounds = 3

async function main(base: string) {
  const photo = await makePicture(640)
  const large = await makeJpegOfSize(4.9 * 1024 * 1024)

  const submitted: number[] = []
  for (let n = 0; n < submissions; n += 1) submitted.push(await measureSubmission(base, photo))
  reportTimes('submit to answered', submitted)

  const people: Awaited<ReturnType<typeof signUp>>[] = []
  for (let n = 0; n < parallelUploads; n += 1) people.push(await signUp(base))
  reportTimes('GET /healthz, idle', await measureHealthDuring(base, () => wait(2000)))
  const uploads: number[] = []
  const health = await measureHealthDuring(base, async () => {
    for (let round = 0; round < uploadRounds; round += 1) {
      uploads.push(...(await Promise.all(people.map(({ headers }) => uploadMs(base, headers, large)))))
    }
  })
  reportTimes(
    `${parallelUploads} parallel uploads of ${(large.byteLength / 1024 / 1024).toFixed(1)} MB`,
    uploads,
  )
  reportTimes('GET /healthz meanwhile', health)
}

/** One whole verification of a person; answers how long its final submission took. */
async function measureSubmission(base: string, photo: Uint8Array<ArrayBuffer>): Promise<number> {
  const { headers } = await signUp(base)
  return complete(base, await create(base, headers), photo)
}

async function uploadMs(base: string, headers: Headers, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const startedAt = performance.now()
  await postForm(base, '/api/documents', headers, { category: 'selfie' }, file)
  return performance.now() - startedAt
}

/** A JPEG of about so many bytes, and never more. */
async function makeJpegOfSize(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  for (let side = Math.sqrt(bytes / 0.45); ; side *= 0.98) {
    const file = await makePicture(Math.round(side))
    if (file.byteLength <= bytes) return file
  }
}

const given = process.env['BASE_URL']
await (given ? main(given) : onOwnServer(main))
