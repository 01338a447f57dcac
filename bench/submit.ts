// node_modules/.bin/node bench/submit.ts: how long a final submission takes, and how quick the server stays under 20 uploads of 5 MB.
// Starts a server of its own on a new DATA_DIR, or measures the one at BASE_URL (which needs RATE_LIMITS=off).
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { currentConsentTextVersion } from '../src/domain/verification/consent-text.ts'
import { healthDuring } from './lib/health-during.ts'
import { reportTimes } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const submissions = 100
const parallelUploads = 20
const uploadRounds = 3

type Headers = Record<string, string>

async function main(base: string) {
  const photo = await jpeg(640, 480)
  const large = await makeJpegOfSize(4.9 * 1024 * 1024)

  const submitted: number[] = []
  for (let n = 0; n < submissions; n += 1) submitted.push(await submissionMs(base, photo))
  reportTimes('submit to answered', submitted)

  const people = await Promise.all(Array.from({ length: parallelUploads }, () => signUp(base)))
  reportTimes('GET /healthz, idle', await healthDuring(base, () => wait(2000)))
  const uploads: number[] = []
  const health = await healthDuring(base, async () => {
    for (let round = 0; round < uploadRounds; round += 1) {
      uploads.push(...(await Promise.all(people.map((person) => uploadMs(base, person, large)))))
    }
  })
  reportTimes(
    `${parallelUploads} parallel uploads of ${(large.byteLength / 1024 / 1024).toFixed(1)} MB`,
    uploads,
  )
  reportTimes('GET /healthz meanwhile', health)
}

/** One whole verification of a person; answers how long its final submission took. */
async function submissionMs(base: string, photo: Uint8Array<ArrayBuffer>): Promise<number> {
  const owner = await signUp(base)
  const { id } = await json(base, '/api/verifications', owner, {
    type: 'person',
    fullName: 'Ada Bench',
    dateOfBirth: '1990-04-17',
    thirdPartyName: 'Sam Bench',
    thirdPartySocialMediaName: '@sam',
    platformName: 'Hinge',
    signature: 'Ada Bench',
    signatureDate: new Date().toISOString().slice(0, 10),
    thirdPartyEmail: 'sam@example.com',
    consentTextVersion: currentConsentTextVersion,
  })
  const { token } = await json(base, `/api/public/verifications/${id}/gate`, {}, { email: 'sam@example.com' })
  const pass = { authorization: `Bearer ${token}` }
  const give = async (category: string) => {
    const answer = await send(
      base,
      '/functions/v1/third-party-upload',
      pass,
      { formId: String(id), category },
      photo,
    )
    return String(answer['fileUrl'])
  }
  const fields = {
    completeSubmission: 'true',
    formId: String(id),
    signature: 'Sam Bench',
    selfieUrl: await give('selfie'),
    idUrl: await give('id'),
    statesAdult: 'true',
    consent: 'true',
    identityConsent: 'true',
    consentTextVersion: currentConsentTextVersion,
  }
  const startedAt = performance.now()
  await send(base, '/functions/v1/third-party-upload', pass, fields)
  return performance.now() - startedAt
}

async function uploadMs(base: string, headers: Headers, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const startedAt = performance.now()
  await send(base, '/api/documents', headers, { category: 'selfie' }, file)
  return performance.now() - startedAt
}

async function signUp(base: string): Promise<Headers> {
  const session = await json(
    base,
    '/auth/v1/signup',
    { 'x-supabase-api-version': '2024-01-01' },
    {
      email: `bench-${crypto.randomUUID()}@example.com`,
      password: 'Correct-Horse-7',
      data: {
        full_name: 'Ada Bench',
        date_of_birth: '1990-04-17',
        address: '12 Long Street, Leeds',
        sex: 'female',
        phone_number: '+447700900123',
      },
    },
  )
  return { authorization: `Bearer ${session['access_token']}` }
}

async function json(base: string, path: string, headers: Headers, body: unknown) {
  return readAnswer(
    await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function send(
  base: string,
  path: string,
  headers: Headers,
  fields: Record<string, string>,
  file?: Uint8Array<ArrayBuffer>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new File([file], 'photo.jpg', { type: 'image/jpeg' }))
  return readAnswer(await fetch(`${base}${path}`, { method: 'POST', headers, body: form }))
}

async function readAnswer(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function jpeg(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width, height, channels: 3, background: '#777', noise } as const
  return new Uint8Array(await sharp({ create }).jpeg({ quality: 90 }).toBuffer())
}

/** A JPEG of about so many bytes, and never more. */
async function makeJpegOfSize(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  for (let side = Math.sqrt(bytes / 0.45); ; side *= 0.98) {
    const file = await jpeg(Math.round(side), Math.round(side))
    if (file.byteLength <= bytes) return file
  }
}

const given = process.env['BASE_URL']
await (given ? main(given) : onOwnServer(main))
