import sharp from 'sharp'
import { currentConsentTextVersion } from '../../src/domain/verification/consent-text.ts'
import type { Headers } from '../hostile/attacker.ts'

/** Registers somebody and answers the header that says so, with the address and the session. */
export async function signUp(base: string): Promise<{ email: string; headers: Headers }> {
  const email = `bench-${crypto.randomUUID()}@example.com`
  const session = await postJson(
    base,
    '/auth/v1/signup',
    { 'x-supabase-api-version': '2024-01-01' },
    {
      email,
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
  return { email, headers: { authorization: `Bearer ${session['access_token']}` } }
}

/** A pending verification of a person. */
export async function create(base: string, headers: Headers): Promise<string> {
  const { id } = await postJson(base, '/api/verifications', headers, {
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
  return String(id)
}

/** Completes it as its third party; answers how long the final submission took, in milliseconds. */
export async function complete(base: string, id: string, photo: Uint8Array<ArrayBuffer>): Promise<number> {
  const { token } = await postJson(
    base,
    `/api/public/verifications/${id}/gate`,
    {},
    { email: 'sam@example.com' },
  )
  const pass = { authorization: `Bearer ${token}` }
  const path = '/functions/v1/third-party-upload'
  const give = async (category: string) =>
    (await postForm(base, path, pass, { formId: id, category }, photo))['fileUrl']
  const fields = {
    completeSubmission: 'true',
    formId: id,
    signature: 'Sam Bench',
    selfieUrl: String(await give('selfie')),
    idUrl: String(await give('id')),
    statesAdult: 'true',
    consent: 'true',
    identityConsent: 'true',
    consentTextVersion: currentConsentTextVersion,
  }
  const startedAt = performance.now()
  await postForm(base, path, pass, fields)
  return performance.now() - startedAt
}

/** A JPEG of noise, so many pixels wide and high. */
export async function makePicture(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const plain = { width: side, height: side, channels: 3, background: '#777', noise } as const
  return new Uint8Array(await sharp({ create: plain }).jpeg({ quality: 90 }).toBuffer())
}

/** Posts a form, with a file if there is one. */
export async function postForm(
  base: string,
  path: string,
  headers: Headers,
  fields: Record<string, string>,
  file?: Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (file) body.set('file', new File([file], 'photo.jpg', { type: 'image/jpeg' }))
  return readAnswer(await fetch(`${base}${path}`, { method: 'POST', headers, body }))
}

/** Posts JSON. */
export async function postJson(
  base: string,
  path: string,
  headers: Headers,
  body: unknown,
): Promise<Record<string, unknown>> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return readAnswer(await fetch(`${base}${path}`, init))
}

async function readAnswer(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
