import { createPrivateKey, type webcrypto } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importPKCS8 } from 'jose'
import { z } from 'zod'
import { isLine } from '../../../domain/typed-text.ts'
import { voucherKinds } from '../../../domain/voucher.ts'
import { StartupError } from '../startup-error.ts'
import { isPrivate } from '../wallet/index.ts'

/** What the product itself puts into an authorization request, so a file can't. */
const ownParameters = new Set([
  ...['client_id', 'client_secret', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri'],
  ...['request', 'request_uri', 'response_mode', 'response_type', 'scope', 'state'],
])

/** Claims that every token has, whichever way its person was checked. */
const claimsOfEveryToken = new Set([
  ...[
    'aud',
    'azp',
    'at_hash',
    'auth_time',
    'c_hash',
    'exp',
    'iat',
    'iss',
    'jti',
    'nbf',
    'nonce',
    's_hash',
    'sub',
  ],
])

const filled = z.string().min(1)
/** The name of a claim, or the names that lead to it inside objects. */
const claim = z.union([filled, z.array(filled).min(1)])
const meansUnder = { false: z.enum(['under', 'unknown']) }

/** The claim that says 18 or over, and whether the opposite means under 18. */
const ageSchema = z.union([
  /** True or false in JSON. */
  z.strictObject({ boolean: claim, ...meansUnder }),
  /** An object with a boolean for each age, such as `{"18": true}`. */
  z.strictObject({ thresholds: claim, ...meansUnder }),
  /** A text that means 18 or over and, if there is one, a text that means under 18. */
  z.strictObject({ text: claim, over: filled, under: filled.optional() }),
  /** A birth date (YYYY-MM-DD), judged on the person's own day and dropped. */
  z.strictObject({ birthdate: claim }),
])

/** A file of VOUCHERS_DIR: a provider that vouches for people, and how its answer is read. */
const voucherFileSchema = z
  .strictObject({
    /** As people and records are told. */
    name: filled.max(60).refine((name) => isLine(name) && name.trim() !== '', 'needs a line of text'),
    kind: z.enum(voucherKinds),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'needs codes of two letters, such as "GB"'))
      .default([]),
    issuer: filled
      .refine((url) => URL.canParse(url), 'needs an address')
      .refine((url) => {
        const { username, password, search, hash } = URL.parse(url) ?? {}
        return !username && !password && !search && !hash
      }, 'is an address without a user, a query or a fragment'),
    clientId: filled,
    clientSecret: filled.optional(),
    /** A key beside the file, as PEM (PKCS #8), for `private_key_jwt`. */
    privateKey: z
      .strictObject({
        file: filled.regex(/^[\w.-]+$/, 'names a file of the same folder'),
        algorithm: z.enum(['ES256', 'PS256', 'RS256']),
        keyId: filled.optional(),
      })
      .optional(),
    flow: z.enum(['code', 'id_token']),
    scopes: z
      .array(filled)
      .refine(
        (scopes) => scopes.includes('openid'),
        'needs "openid", without which there is no signed token',
      ),
    /** Added where the name is asked for. */
    nameScopes: z.array(filled).default([]),
    /** Further parameters of the authorization request. */
    parameters: z
      .record(z.string(), filled)
      .default({})
      .refine(
        (given) => !Object.keys(given).some((key) => ownParameters.has(key)),
        'sets what the product sets',
      ),
    claimsFrom: z.enum(['id_token', 'userinfo']),
    age: ageSchema,
    /** The claims of the name; null where it has none. */
    names: z
      .union([z.strictObject({ given: claim, family: claim }), z.strictObject({ full: claim })])
      .nullable(),
    /** Claims of the signed token, and their accepted values. */
    required: z
      .record(z.string(), z.array(filled).min(1))
      .refine(
        (claims) =>
          Object.keys(claims).length > 0 && !Object.keys(claims).some((name) => claimsOfEveryToken.has(name)),
        'needs a claim that says by which method or at which level a person was checked',
      ),
  })
  .refine(({ flow, claimsFrom }) => flow === 'code' || claimsFrom === 'id_token', {
    path: ['claimsFrom'],
    message: 'is id_token where the flow is id_token',
  })
  .refine(
    ({ flow, clientSecret, privateKey }) =>
      Number(clientSecret !== undefined) + Number(privateKey !== undefined) === (flow === 'code' ? 1 : 0),
    {
      path: ['clientSecret'],
      message: 'or privateKey is needed where the flow is code, one of them, and none where it is id_token',
    },
  )

export type VoucherFile = z.infer<typeof voucherFileSchema>
export type VoucherConfiguration = Omit<VoucherFile, 'privateKey'> & {
  id: string
  privateKey: { key: webcrypto.CryptoKey; keyId: string | undefined } | null
}

/**
 * Reads every `ID.json` of a folder, sorted by ID.
 *
 * @throws StartupError with one sentence that names file and field: one that can't be read, that others can read, or
 * that breaks the schema; an issuer that isn't https unless it is on this machine
 */
export async function loadVouchers(
  folder: string,
  { callsThisMachine }: { callsThisMachine: boolean },
): Promise<VoucherConfiguration[]> {
  const names = await readdir(folder).catch(() => {
    throw new StartupError(
      `VOUCHERS_DIR cannot be read: make the folder ${folder} with a file ID.json for each provider, or unset it.`,
    )
  })
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()
  return Promise.all(files.map((name) => loadVoucher(folder, name, callsThisMachine)))
}

async function loadVoucher(
  folder: string,
  name: string,
  callsThisMachine: boolean,
): Promise<VoucherConfiguration> {
  const path = join(folder, name)
  const id = name.slice(0, -'.json'.length)
  if (!/^[a-z0-9-]{1,40}$/.test(id))
    throw new StartupError(
      `${path} has no usable name: use at most 40 of a to z, 0 to 9 and "-", then .json.`,
    )
  const { privateKey, ...file } = parseFile(path, await readPrivate(path))
  const { protocol, hostname } = new URL(file.issuer)
  const isHere = callsThisMachine && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !isHere)
    throw new StartupError(`${path}: "issuer" needs an address that begins with https://.`)
  if (!privateKey) return { ...file, id, privateKey: null }
  const keyPath = join(folder, privateKey.file)
  const key = await readKey(keyPath, privateKey.algorithm)
  return { ...file, id, privateKey: { key, keyId: privateKey.keyId } }
}

function parseFile(path: string, text: string): VoucherFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new StartupError(`${path} is no JSON: correct it, or move it out of VOUCHERS_DIR.`)
  }
  const unfilled = findUnfilled(json)
  if (unfilled) throw new StartupError(`${path}: "${unfilled}" still says FILL_IN: put your own value there.`)
  const parsed = voucherFileSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'the file'
  throw new StartupError(`${path}: "${field}" is wrong (${issue?.message}): correct it (docs/vouchers.md).`)
}

/** The place of the first value or name that an operator has to fill in; null without one. */
function findUnfilled(value: unknown): string | null {
  if (value === 'FILL_IN') return ''
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inside] of Object.entries(value)) {
    if (key === 'FILL_IN') return key
    const found = findUnfilled(inside)
    if (found !== null) return found === '' ? key : `${key}.${found}`
  }
  return null
}

async function readPrivate(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8')
    if (isPrivate(await stat(path), process.getuid?.() ?? 0)) return text
  } catch {
    throw new StartupError(`${path} cannot be read: put it there, or correct VOUCHERS_DIR.`)
  }
  throw new StartupError(`${path} can be read by others: run "chmod 600 ${path}", and replace its secret.`)
}

async function readKey(path: string, algorithm: string): Promise<webcrypto.CryptoKey> {
  const pem = await readPrivate(path)
  try {
    const text = createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()
    return await importPKCS8(text, algorithm)
  } catch {
    throw new StartupError(`${path} holds no key for ${algorithm}: put a private key there, as PEM.`)
  }
}
