import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../contract/endpoints.ts'
import { createAuthCaller, registration, type TestSession, takeAddress } from '../testing/auth-caller.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const auth = createAuthCaller(test)
let ann: TestSession
beforeEach(async () => {
  ann = await auth.signUp(takeAddress(test, 'ann'))
})

/** Control characters, and what a record shows by its number (RECORD-51). */
const refused = [
  ...['Robin\nHale', 'Robin\rHale', 'Robin\tHale', 'Robin\u2028Hale', 'Robin\u2029Hale', 'Robin\u0085Hale'],
  ...['Robin\u001b[31m', 'Robin\u007f', 'Robin\u202eelaH', 'Robin\u2066Hale', 'Robin\u200fHale'],
  ...['Robin\u200bHale', 'Robin\u00adHale', 'Robin\ufeffHale', '\u3164', 'Robin\u{e0041}'],
  ...['Rob\u200din', 'Rob\u200cin', 'Rob\ufe0fin'],
]
/** U+200C and U+200D where a script needs them. */
const accepted = ['می\u200cخواهم', 'क्\u200dष', 'ක්\u200dරිෂාන්', 'Siobhán O’Neill-Okafor, Jr.', '葛\u{e0100}城']

type Field = { endpoint: string; name: string; schema: z.ZodType }

/** The fields of a schema at any depth, with the whole schema of each. */
function listFields(endpoint: string, schema: z.ZodType): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
      { endpoint, name, schema: field },
      ...listFields(endpoint, field),
    ])
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => listFields(endpoint, option as z.ZodType))
  if (schema instanceof z.ZodArray) return listFields(endpoint, schema.element as z.ZodType)
  if (schema instanceof z.ZodPipe) return listFields(endpoint, schema.in as z.ZodType)
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? listFields(endpoint, schema.unwrap() as z.ZodType) : []
}

/** Every field of the API's bodies that has a name or a signature in it, without the boxes that concern one. */
const fields = Object.entries(endpoints).flatMap(([endpoint, row]) => {
  const bodies = ['json', 'form', 'urlEncoded'].flatMap((kind) => {
    const body = (row as Record<string, unknown>)[kind]
    return body
      ? [(typeof body === 'function' ? body(test.clock?.now() ?? new Date()) : body) as z.ZodType]
      : []
  })
  return bodies
    .flatMap((body) => listFields(endpoint, body))
    .filter(({ name, schema }) => /name|signature$/i.test(name) && !schema.safeParse(true).success)
})

const doors = [
  'PATCH /api/profile full_name',
  'POST /api/document-readings fullName',
  'POST /api/public/verifications/:id/account full_name',
  'POST /api/verifications fullName',
  'POST /api/verifications platformName',
  'POST /api/verifications signature',
  'POST /api/verifications thirdPartyName',
  'POST /api/verifications thirdPartySocialMediaName',
  'POST /api/voucher-sessions fullName',
  'POST /api/wallet-sessions fullName',
  'POST /functions/v1/third-party-upload signature',
  'PUT /api/kept-proof fullName',
]
const others = [
  // A file's name, of which only the category counts.
  'POST /functions/v1/third-party-upload fileName',
  // Unfinished text, which only its own creator reads; the creation checks it.
  'PUT /api/drafts/:kind fullName',
  'PUT /api/drafts/:kind platformName',
  'PUT /api/drafts/:kind signature',
  'PUT /api/drafts/:kind thirdPartyName',
  'PUT /api/drafts/:kind thirdPartySocialMediaName',
]
const nameDoor = ({ endpoint, name }: Field) => `${endpoint} ${name}`

describe('a name with hidden characters', () => {
  it('meets one rule at every door of the API, and these are all doors (SIGNUP-18)', () => {
    expect([...new Set(fields.map(nameDoor))].sort()).toEqual([...doors, ...others].sort())
    for (const field of fields.filter((each) => doors.includes(nameDoor(each)))) {
      for (const text of refused)
        expect(field.schema.safeParse(text).success, `${nameDoor(field)} ${JSON.stringify(text)}`).toBe(false)
      for (const text of accepted)
        expect(field.schema.safeParse(text).success, `${nameDoor(field)} ${JSON.stringify(text)}`).toBe(true)
    }
  })

  it('meets it in the auth service too, which has three more doors (SIGNUP-18)', () => {
    const bodies = globSync('src/server/accounts/wire/*-routes.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^const (\w+) = z\.object\((?:\{[^}]*\})\)/gm)].map(
        ([body]) => body,
      ),
    )
    const named = bodies.filter((body) => /name|\bdata\b/.test(body)).map((body) => body.split(' ')[1])
    expect(named.sort()).toEqual(['renameBody', 'signUpBody', 'userBody'])
  })

  it('is refused at registration, and at a change of the profile or of the account’s data (SIGNUP-18)', async () => {
    const { accessToken: token } = ann
    for (const full_name of refused) {
      const update = await auth.call('PUT', '/auth/v1/user', { token, body: { data: { full_name } } })
      expect([update.status, update.body['code']]).toEqual([422, 'validation_failed'])
      expect((await auth.call('PATCH', '/api/profile', { token, body: { full_name } })).status).toBe(400)
    }
    const { body } = await auth.call('GET', '/api/profile', { token })
    expect(body).toMatchObject({ fullName: registration.full_name })
    for (const full_name of refused) {
      const signUp = {
        email: takeAddress(test, 'robin'),
        password: 'Correct-horse 17',
        data: { ...registration, full_name },
      }
      expect((await auth.post('/signup', signUp)).status, JSON.stringify(full_name)).toBe(422)
    }
  })

  it('doesn’t keep a profile’s name from being empty, or from having the joiners of its script (SETTINGS-2, SIGNUP-18)', async () => {
    const { accessToken: token } = ann
    for (const full_name of [...accepted, '']) {
      expect((await auth.call('PUT', '/auth/v1/user', { token, body: { data: { full_name } } })).status).toBe(
        200,
      )
      const { body } = await auth.call('GET', '/api/profile', { token })
      expect(body).toMatchObject({ fullName: full_name })
      expect((await auth.call('PATCH', '/api/profile', { token, body: { full_name } })).status).toBe(200)
    }
  })
})
