import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { StartupError } from '../startup-error.ts'
import { loadVouchers } from './configuration.ts'

type Json = Record<string, unknown>

const bank: Json = {
  name: 'Bank',
  kind: 'bank',
  countries: ['GB'],
  issuer: 'https://bank.example',
  clientId: 'assent',
  clientSecret: 'secret',
  flow: 'code',
  scopes: ['openid'],
  claimsFrom: 'userinfo',
  age: { boolean: 'age_over_18', false: 'under' },
  names: { given: 'given_name', family: 'family_name' },
  required: { acr: ['high'] },
}
const ageKey: Json = {
  ...bank,
  clientSecret: undefined,
  flow: 'id_token',
  claimsFrom: 'id_token',
  names: null,
}

let folder: string
beforeEach(() => {
  folder = folderForTest()
})

async function write(content: unknown, name = 'bank.json', mode = 0o600): Promise<string> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  await chmod(path, mode)
  return path
}

const load = (callsThisMachine = false) => loadVouchers(folder, { callsThisMachine })

async function refusal(callsThisMachine?: boolean): Promise<string> {
  const error = await load(callsThisMachine).catch((thrown: unknown) => thrown)
  if (!(error instanceof StartupError)) throw new Error(`no refusal: ${JSON.stringify(error)}`)
  expect(error.message).toMatch(/^[^\n]+[.:)]$/)
  return error.message
}

describe('the file of a voucher', () => {
  it('is read, with the defaults of what it leaves out (VOUCHER-1)', async () => {
    await write(bank)
    await write(ageKey, 'age-key.json')
    await write('no JSON', 'notes.txt')
    const [first, second] = await load()
    expect(first).toMatchObject({ id: 'age-key', flow: 'id_token', names: null, privateKey: null })
    expect(second).toMatchObject({ id: 'bank', nameScopes: [], parameters: {}, clientSecret: 'secret' })
  })

  const wrong: [field: string, change: Json][] = [
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: undefined }],
    ['name', { name: '  ' }],
    ['name', { name: 'Ba\nnk' }],
    ['name', { name: 'Bank\u202e' }],
    ['issuer', { issuer: 'https://user:secret@bank.example' }],
    ['issuer', { issuer: 'https://bank.example/?tenant=1' }],
    ['issuer', { issuer: 'https://bank.example/#tenant' }],
    ['scopes', { scopes: ['age'] }],
    ['required', { required: { aud: ['assent'] } }],
    ['required', { required: { acr: ['high'], iss: ['https://bank.example'] } }],
    ['kind', { kind: 'wallet' }],
    ['countries.0', { countries: ['gb'] }],
    ['countries', { countries: 'GB' }],
    ['issuer', { issuer: 'bank.example' }],
    ['issuer', { issuer: 'http://bank.example' }],
    ['issuer', { issuer: 'http://127.0.0.1:1' }],
    ['issuer', { issuer: 'http://127.0.0.1.bank.example' }],
    ['clientId', { clientId: undefined }],
    ['clientSecret', { clientSecret: undefined }],
    ['clientSecret', { privateKey: { file: 'bank.pem', algorithm: 'ES256' } }],
    ['clientSecret', { flow: 'id_token', claimsFrom: 'id_token' }],
    ['privateKey.file', { clientSecret: undefined, privateKey: { file: '../bank.pem', algorithm: 'ES256' } }],
    [
      'privateKey.algorithm',
      { clientSecret: undefined, privateKey: { file: 'bank.pem', algorithm: 'none' } },
    ],
    ['flow', { flow: 'token' }],
    ['scopes', { scopes: [] }],
    ['parameters', { parameters: { scope: 'openid email' } }],
    ['parameters', { parameters: { redirect_uri: 'https://other.example' } }],
    ['parameters', { parameters: { request: 'e30.e30.' } }],
    ['parameters.prompt', { parameters: { prompt: true } }],
    ['claimsFrom', { claimsFrom: 'token' }],
    ['claimsFrom', { ...ageKey, claimsFrom: 'userinfo' }],
    ['age', { age: { boolean: 'age_over_18' } }],
    ['age', { age: { boolean: 'age_over_18', false: 'over' } }],
    ['age', { age: { thresholds: 'ages', birthdate: 'birthdate', false: 'under' } }],
    ['age', { age: undefined }],
    ['names', { names: undefined }],
    ['names', { names: { given: 'given_name' } }],
    ['required', { required: {} }],
    ['required', { required: undefined }],
    ['required.acr', { required: { acr: [] } }],
    ['the file', { scope: 'openid' }],
  ]
  it.each(wrong)(
    'with a wrong "%s" is refused by one sentence with file and field: %j (VOUCHER-1)',
    async (field, change) => {
      const path = await write({ ...bank, ...change })
      expect(await refusal()).toContain(`${path}: "${field}" `)
    },
  )

  it.each(Object.keys(bank))('is refused while "%s" says FILL_IN (VOUCHER-1)', async (field) => {
    const path = await write({ ...bank, [field]: 'FILL_IN' })
    expect(await refusal()).toBe(`${path}: "${field}" still says FILL_IN: put your own value there.`)
    await write({ ...bank, [field]: [{ inside: ['FILL_IN'] }] })
    expect(await refusal()).toContain(`"${field}.0.inside.0" still says FILL_IN`)
  })

  it('is refused while a claim is named FILL_IN (VOUCHER-1)', async () => {
    await write({ ...bank, required: { FILL_IN: ['high'] } })
    expect(await refusal()).toContain('"required.FILL_IN" still says FILL_IN')
  })

  it.each(['', '{', 'null', '[]', '"x"'])(
    'that is %j instead of an object is refused (VOUCHER-1)',
    async (text) => {
      await write(text)
      expect(await refusal()).toContain('bank.json')
    },
  )

  it.each(['Bank.json', 'bank one.json', `${'x'.repeat(41)}.json`])(
    'can’t be named %s (VOUCHER-1)',
    async (name) => {
      const path = await write(bank, name)
      expect(await refusal()).toBe(
        `${path} has no usable name: use at most 40 of a to z, 0 to 9 and "-", then .json.`,
      )
    },
  )

  it.each([0o640, 0o604, 0o660])('that others can read is refused: %o (VOUCHER-1)', async (mode) => {
    const path = await write(bank, 'bank.json', mode)
    expect(await refusal()).toBe(
      `${path} can be read by others: run "chmod 600 ${path}", and replace its secret.`,
    )
  })

  it('may name an issuer on this machine, if only this machine is served (VOUCHER-1, RUN-9)', async () => {
    for (const issuer of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']) {
      await write({ ...bank, issuer })
      expect(await load(true)).toHaveLength(1)
      expect(await refusal(false)).toContain('"issuer" needs an address that begins with https://.')
    }
    await write({ ...bank, issuer: 'http://bank.example' })
    expect(await refusal(true)).toContain('"issuer"')
  })

  it('belongs to a folder that must exist (VOUCHER-1)', async () => {
    folder = join(folder, 'missing')
    expect(await refusal()).toMatch(/^VOUCHERS_DIR cannot be read: /)
  })
})

describe('the key of a voucher', () => {
  const signed = (algorithm: string) => ({
    ...bank,
    clientSecret: undefined,
    privateKey: { file: 'bank.pem', algorithm, keyId: 'first' },
  })
  const pem = {
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs1',
      format: 'pem',
    }),
  }

  it.each([
    ['ES256', pem.ES256],
    ['RS256', pem.RS256],
    ['PS256', pem.RS256],
  ])('signs by %s (VOUCHER-1)', async (algorithm, text) => {
    await write(signed(algorithm))
    await write(text.toString(), 'bank.pem')
    const [read] = await load()
    expect([read?.privateKey?.keyId, read?.privateKey?.key.type]).toEqual(['first', 'private'])
  })

  it('is refused if it is missing, readable by others, of another kind, or no private key (VOUCHER-1)', async () => {
    const path = join(folder, 'bank.pem')
    await write(signed('ES256'))
    expect(await refusal()).toBe(`${path} cannot be read: put it there, or correct VOUCHERS_DIR.`)
    await write(pem.ES256.toString(), 'bank.pem', 0o644)
    expect(await refusal()).toContain(`${path} can be read by others`)
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const text of [
      pem.RS256.toString(),
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'x',
    ]) {
      await write(text, 'bank.pem')
      expect(await refusal()).toBe(`${path} holds no key for ES256: put a private key there, as PEM.`)
    }
  })
})

describe('the documented configurations (VOUCHER-10)', async () => {
  const page = await readFile(new URL('../../../../docs/vouchers.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^`([a-z-]+\.json)`:\n\n```json\n(.*?)^```/gms)].map(
    ([, name = '', text = '']) => ({
      name,
      text,
    }),
  )

  it('are six, each of which says on its page that it was never tried', () => {
    expect(documented.map(({ name }) => name)).toEqual([
      'oneid.json',
      'idura-no-bankid.json',
      'signicat-idin.json',
      'mitid.json',
      'eu-age-app.json',
      'agekey.json',
    ])
    const sections = page.split(/^## /m).slice(2)
    for (const section of sections)
      expect(section.split('\n')[1]).toBe('Never tried against the real service.')
    expect(sections).toHaveLength(6)
  })

  it.each(documented)(
    'are refused for what is to be filled in, and for nothing else: $name',
    async ({ name, text }) => {
      let file = JSON.parse(text) as Json
      const places: string[] = []
      for (;;) {
        await write(file, name)
        const loaded = await load().catch((error: Error) => error.message)
        if (typeof loaded !== 'string') break
        const [, place = ''] =
          /: "([^"]+)" still says FILL_IN: put your own value there\.$/.exec(loaded) ?? []
        expect(loaded).toContain('still says FILL_IN')
        places.push(place)
        file = fillIn(file, place.split('.')) as Json
      }
      expect(places.length).toBeGreaterThan(0)
      expect(await load()).toHaveLength(1)
    },
  )

  /** Puts a value at a place, or another name where it is the name that is to be filled in. */
  function fillIn(value: unknown, [key = '', ...rest]: string[]): unknown {
    if (Array.isArray(value))
      return value.map((each, at) => (String(at) === key ? put(each, rest, key) : each))
    return Object.fromEntries(
      Object.entries(value as Json).map(([name, inside]) => {
        if (name !== key) return [name, inside]
        return name === 'FILL_IN' && rest.length === 0 ? ['filled', inside] : [name, put(inside, rest, name)]
      }),
    )
  }

  const values: Record<string, string> = { issuer: 'https://issuer.example', 0: 'GB' }
  const put = (value: unknown, rest: string[], key: string) =>
    rest.length === 0 ? (values[key] ?? 'filled') : fillIn(value, rest)
})
