import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import type { ProviderContext } from 'oidc-provider'
import {
  startVoucherSimulator,
  type VoucherSimulator,
} from '../../../simulators/voucher/voucher-simulator.ts'
import type { BegunVoucherSession, VoucherReturn } from '../../contract/voucher.ts'
import type { WalletSession } from '../../contract/wallet.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { sql } from '../platform/database/index.ts'
import { createOutgoingFetch } from '../platform/outgoing/index.ts'
import {
  createVouchers,
  loadVouchers,
  type VoucherAnswer,
  type Vouchers,
} from '../platform/vouchers/index.ts'
import { invite, type Person, postJson, readAnswer, registerPaying, type ThirdParty } from './people.ts'
import { toBearer } from './simulated-wallet.ts'
import type { TestApp } from './test-app.ts'

/** The token of an answer, and the key and header with which it is signed. */
export type ChangedToken = { payload: JWTPayload; header: { alg: string; kid?: string }; key: JWK }

/** What a test changes in the answers of the simulated providers, until `restore`. */
export type Changes = {
  /** The ID token before it is sent. */
  token: ((token: ChangedToken) => ChangedToken | string) | null
  /** The claims of the userinfo endpoint. */
  userinfo: ((claims: Record<string, unknown>) => Record<string, unknown>) | null
  /** Any answer at a path, after the provider made it. */
  answer: ((context: ProviderContext) => void) | null
}

export type SimulatedVouchers = {
  vouchers: Vouchers
  simulator: VoucherSimulator
  changes: Changes
  /** How often each path was asked. */
  asked: Map<string, number>
  restore(): void
  close(): Promise<void>
}

/** The paths of the endpoints that the server asks. */
export const endpointPaths = {
  discovery: '/.well-known/openid-configuration',
  par: '/request',
  token: '/token',
  userinfo: '/me',
  jwks: '/jwks',
} as const

export type StartOptions = {
  publicUrl?: string
  hasPushedRequests?: boolean
  /** Changes the files before they are read. */
  editFile?: (file: Record<string, unknown>, id: string) => Record<string, unknown>
}

/** Starts a simulated bank (`bank`) and age key (`age-key`) in this process, and reads their configurations. */
export async function startSimulatedVouchers({
  publicUrl = 'http://localhost:3000',
  hasPushedRequests = true,
  editFile = (file) => file,
}: StartOptions = {}): Promise<SimulatedVouchers> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-vouchers-'))
  const changes: Changes = { token: null, userinfo: null, answer: null }
  const asked = new Map<string, number>()
  const simulator = await startVoucherSimulator({
    folder,
    publicUrl,
    hasPushedRequests,
    async middleware(context, next) {
      asked.set(context.path, (asked.get(context.path) ?? 0) + 1)
      await next()
      await changeAnswer(context, changes, simulator.signingKeys)
    },
  })
  for (const id of ['bank', 'age-key']) {
    const path = join(folder, `${id}.json`)
    const file = editFile(JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>, id)
    await writeFile(path, JSON.stringify(file), { mode: 0o600 })
  }
  const files = await loadVouchers(folder, { callsThisMachine: true })
  const call = createOutgoingFetch({ callsThisMachine: true, timeoutMs: 30_000, maxBytes: 1_000_000 })
  return {
    vouchers: createVouchers(files, call, { allowsHttp: true }),
    simulator,
    changes,
    asked,
    restore: () => void Object.assign(changes, { token: null, userinfo: null, answer: null }),
    async close() {
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function changeAnswer(
  context: ProviderContext,
  changes: Changes,
  keys: VoucherSimulator['signingKeys'],
) {
  const body = context.body as Record<string, unknown> | undefined
  if (changes.token && context.path === endpointPaths.token && typeof body?.['id_token'] === 'string')
    context.body = { ...body, id_token: await changeToken(body['id_token'], keys.bank, changes.token) }
  const location = context.response.get('location') ?? ''
  if (changes.token && location.includes('#id_token=')) {
    const [address = '', fragment] = location.split('#')
    const fields = new URLSearchParams(fragment)
    fields.set('id_token', await changeToken(fields.get('id_token') ?? '', keys.age_key, changes.token))
    context.response.set('location', `${address}#${fields}`)
  }
  if (changes.userinfo && context.path === endpointPaths.userinfo && body)
    context.body = changes.userinfo(body)
  changes.answer?.(context)
}

async function changeToken(token: string, key: JWK, change: NonNullable<Changes['token']>): Promise<string> {
  const { alg = '', kid } = decodeProtectedHeader(token)
  const changed = change({ payload: decodeJwt(token), header: { alg, ...(kid ? { kid } : {}) }, key })
  return typeof changed === 'string' ? changed : signToken(changed)
}

/** Signs a token also where its claims break the rules, or not at all (`alg: none`). */
async function signToken({ payload, header, key }: ChangedToken): Promise<string> {
  if (header.alg === 'none')
    return `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(payload))}.`
  return new SignJWT(payload).setProtectedHeader(header).sign(await importJWK(key, header.alg))
}

/** What a person presses on the provider's page. */
export type Press = 'Continue as adult' | 'Continue as minor' | 'Cancel' | 'Estimate my age from my face'

/**
 * Walks through the pages of a provider as a browser does, and returns the parameters with which it was sent back to
 * this product.
 */
export async function walkThrough(
  address: string,
  press: Press = 'Continue as adult',
  name = 'Sam O’Neill',
): Promise<VoucherAnswer> {
  const jar = new Map<string, string>()
  const { origin } = new URL(address)
  let asked: [url: string, body?: URLSearchParams] = [address]
  for (;;) {
    const [url, body] = asked
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(key, value)
    }
    const location = answer.headers.get('location')
    if (location) {
      const next = new URL(location, url)
      if (next.origin !== origin) return { query: next.search.slice(1), fragment: next.hash.slice(1) }
      asked = [next.href]
      continue
    }
    const page = await answer.text()
    const value = new RegExp(`value="(\\w+)">${press}</button>`).exec(page)?.[1]
    if (!value) throw new Error(`a page of ${answer.status} without the button: ${page.slice(0, 300)}`)
    asked = [url, new URLSearchParams({ answer: value, name })]
  }
}

/**
 * A creator with a paid plan and the third party of a request, in an app that asks the simulated providers and has no
 * other data of vouchers.
 */
export async function meetWithVouchers(
  test: TestApp,
  simulated: Pick<SimulatedVouchers, 'vouchers' | 'restore'>,
  more?: Parameters<typeof invite>[2],
): Promise<{ creator: Person; thirdParty: ThirdParty }> {
  await test.database.run(sql`DELETE FROM rate_limits`)
  await test.database.run(sql`DELETE FROM wallet_sessions`)
  await test.database.run(sql`DELETE FROM wallet_proofs`)
  simulated.restore()
  test.platform.vouchers = simulated.vouchers
  const creator = await registerPaying(test)
  return { creator, thirdParty: await invite(test, creator, more) }
}

export type VoucherBeginning = { voucher?: string; asksName?: boolean; today?: string; fullName?: string }

/** Begins as a signed-in creator, or as a third party with a pass; returns the response. */
export function askVoucher(test: TestApp, who: Person | ThirdParty, beginning: VoucherBeginning = {}) {
  const path =
    'verificationId' in who
      ? `/api/public/verifications/${who.verificationId}/voucher-sessions`
      : '/api/voucher-sessions'
  const today = toCalendarDate(test.clock.now())
  return postJson(test, path, { voucher: 'bank', asksName: false, today, ...beginning }, who.headers)
}

export function begunVoucher(
  test: TestApp,
  who: Person | ThirdParty,
  beginning?: VoucherBeginning,
): Promise<BegunVoucherSession> {
  return readAnswer(askVoucher(test, who, beginning), 201)
}

/** Brings what the provider sent the browser back with; returns the response. */
export function returnFrom(
  test: TestApp,
  { id, secret }: Pick<BegunVoucherSession, 'id' | 'secret'>,
  answer: Partial<VoucherReturn>,
) {
  const body = { voucher: 'bank', query: '', fragment: '', ...answer }
  return postJson(test, `/api/voucher-sessions/${id}/return`, body, toBearer(secret))
}

/** The whole way: begins, walks through the provider's pages, and comes back. */
export async function vouchFor(
  test: TestApp,
  who: Person | ThirdParty,
  { press, name, ...beginning }: VoucherBeginning & { press?: Press; name?: string } = {},
): Promise<WalletSession & { id: string }> {
  const { voucher = 'bank' } = beginning
  const begun = await begunVoucher(test, who, beginning)
  const answer = await walkThrough(begun.url, press, name)
  const session = await readAnswer<WalletSession>(returnFrom(test, begun, { voucher, ...answer }))
  return { ...session, id: begun.id }
}
