import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import { type EndpointName, listProblems } from '../../contract/endpoints.ts'
import type { GivenPass } from '../../contract/third-party.ts'
import type { BegunWalletSession } from '../../contract/wallet.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import type { WalletWay } from '../../domain/wallet.ts'
import { registration } from '../testing/auth-caller.ts'
import { growFor } from '../testing/grown/grow-for.ts'
import { holdToTable } from '../testing/hold-to-table.ts'
import {
  createVerification,
  enter,
  from,
  newAddress,
  post,
  postJson,
  putJson,
  readAnswer,
  register,
  requestPass,
  upload,
  uploadDocument,
} from '../testing/people.ts'
import {
  findWholeTables,
  largeTables,
  recordStatements,
  type WholeTable,
} from '../testing/plans-of-statements.ts'
import { privacyCalls } from '../testing/privacy-calls.ts'
import { askToRead, submitRead, typed } from '../testing/reading-people.ts'
import { mailsTo } from '../testing/records.ts'
import { endpointRows, type RouteRow } from '../testing/route-table.ts'
import { pictureOfDocument, pngPicture } from '../testing/sample-files.ts'
import {
  askCheckout,
  buy,
  cards,
  openPlanShop,
  type PlanShop,
  portalUrl,
  settleDown,
} from '../testing/simulated-stripe.ts'
import {
  begunVoucher,
  type SimulatedVouchers,
  startSimulatedVouchers,
  vouchFor,
} from '../testing/simulated-voucher.ts'
import {
  answerWallet,
  begun,
  signWalletRequests,
  takeSimulatedWallets,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { type Caller, createSixCallers, type SixCallers } from '../testing/six-callers.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Possible for every endpoint, and not testable for a single one. */
const anywhere = ['temporarily_unavailable', 'unexpected_failure']

/** Input that a success needs beyond the row's own. */
type More = { json?: unknown; address?: string | undefined }

describe('every endpoint', () => {
  const seen = new Map<EndpointName, Set<string>>()
  const note = (name: EndpointName, outcome: string) => {
    seen.set(name, (seen.get(name) ?? new Set()).add(outcome))
  }
  let world: SixCallers
  let shop: PlanShop
  let withCodes: TestApp
  let withWallet: TestApp
  let issuer: Issuer
  let providers: SimulatedVouchers
  const recording = recordStatements()
  beforeAll(async () => {
    ;[world, shop, withCodes, withWallet] = await Promise.all([
      createSixCallers(),
      openPlanShop(),
      createTestApp({ emailCode: true }),
      createTestApp(),
    ])
    issuer = await takeSimulatedWallets(withWallet)
    providers = await startSimulatedVouchers()
    withWallet.platform.vouchers = providers.vouchers
    for (const { app } of [world, shop, withCodes, withWallet]) holdToTable(app, note)
  })
  afterAll(() => Promise.all([world, shop, withCodes, withWallet, providers].map((opened) => opened.close())))

  async function call(name: EndpointName, row: RouteRow, caller: Caller, more: More = {}) {
    const [method = ''] = name.split(' ')
    const json = more.json ?? row.json?.(world)
    return world.app.request(
      more.address ?? row.address?.(world) ?? '',
      {
        method,
        body: json === undefined ? ((await row.form?.(world)) ?? null) : JSON.stringify(json),
        headers: {
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...world.makeHeaders(caller, row.passKind ?? 'gate'),
        },
      },
      from(newAddress()),
    )
  }

  const mayCall = (row: RouteRow): Caller => {
    if (['account', 'owner', 'party', 'reader'].includes(row.who)) return 'owner'
    return ['pass holder', 'uploader', 'link holder'].includes(row.who) ? 'pass' : 'signed out'
  }

  async function mailedCode(test: TestApp): Promise<string> {
    test.clock.advance(1)
    await test.runJobs()
    const mails = (await mailsTo(test, 'sam@example.com')).filter(({ subject }) => /code/.test(subject))
    return /^\d{6,8}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  }

  async function enterCode(): Promise<{ id: string; answer: Response }> {
    const { id } = await createVerification(withCodes, await register(withCodes))
    await requestPass(withCodes, id, 'sam@example.com')
    const entry = { email: 'sam@example.com', code: await mailedCode(withCodes) }
    return { id, answer: await postJson(withCodes, `/api/public/verifications/${id}/gate/code`, entry) }
  }

  async function askCreatorsWallet(way: WalletWay = 'qr'): Promise<BegunWalletSession> {
    return begun(withWallet, await register(withWallet), { way })
  }

  /** The token in the footer of an email about a request. */
  async function mailedToken(): Promise<string> {
    const thirdPartyEmail = `asked-${randomUUID()}@example.com`
    await createVerification(shop, await register(shop), { type: 'person', thirdPartyEmail })
    await shop.runJobs()
    const [mail] = await mailsTo(shop, thirdPartyEmail)
    return /\/emails\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  async function callWithToken(method: string, path: string, more: object = {}) {
    const body = JSON.stringify({ token: await mailedToken(), ...more })
    return shop.app.request(path, { method, body, headers: { 'content-type': 'application/json' } })
  }

  async function callAsBrowser(method: string, path: string) {
    const { id, secret } = await askCreatorsWallet()
    return withWallet.app.request(`/api/wallet-sessions/${id}${path}`, { method, headers: toBearer(secret) })
  }

  /** Of a request that is signed. */
  async function fetchRequest(init: RequestInit) {
    const unsigned = withWallet.platform.wallets
    await signWalletRequests(withWallet, issuer)
    const { id } = await askCreatorsWallet()
    const answer = await withWallet.app.request(`/api/wallet-sessions/${id}/request`, init)
    withWallet.platform.wallets = unsigned
    return answer
  }

  async function sealedHash(): Promise<string> {
    const answer = await world.app.request(`/api/records/${world.recordId}`, {
      headers: world.owner.headers,
    })
    return ((await answer.json()) as { record: { pdfSha256: string } }).record.pdfSha256
  }

  async function uploadedId(caller: Caller): Promise<{ documentId: string; today: string }> {
    const [test, today] = [world.test, toCalendarDate(world.test.clock.now())]
    const by = { verificationId: world.verificationId, headers: world.makeHeaders(caller, 'gate') }
    if (caller === 'owner') {
      const answer = await upload(test, world.owner, 'id', await pngPicture())
      return { documentId: ((await answer.json()) as { id: string }).id, today }
    }
    const fields = { formId: by.verificationId, fileName: `${by.verificationId}/id-1.jpg` }
    const answer = await post(test, by, fields, await pngPicture())
    return { documentId: ((await answer.json()) as { document: { id: string } }).document.id, today }
  }

  const needed: Partial<Record<EndpointName, () => Promise<More>>> = {
    'POST /api/public/verifications/:id/gate': async () => ({ json: { email: 'sam@example.com' } }),
    'POST /api/document-readings': async () => ({
      json: { ...(await uploadedId('owner')), fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17' },
    }),
    'POST /api/public/verifications/:id/reading': async () => ({ json: await uploadedId('pass') }),
    'GET /api/files/:bucket/:owner/:file': async () => ({ address: world.fileUrl }),
    'POST /api/records/:id/link': async () => ({ json: { email: 'sam@example.com' } }),
    'POST /api/records/:id/code/entry': async () => ({ json: { code: await mailedCode(world.test) } }),
    'POST /api/check': async () => ({ json: { sha256: await sealedHash() } }),
    'GET /api/transparency/inclusion/:pdfSha256': async () => ({
      address: `/api/transparency/inclusion/${await sealedHash()}`,
    }),
    'GET /api/transparency/checkpoint': async () => ({ address: '/api/transparency/checkpoint' }),
    'GET /api/transparency/proof/:pdfSha256': async () => ({
      address: `/api/transparency/proof/${await sealedHash()}`,
    }),
    'GET /api/transparency/consistency': async () => ({
      address: '/api/transparency/consistency?from=1&to=2',
    }),
  }

  /** These succeed elsewhere: in a shop with payments, or an installation that requires codes. */
  const elsewhere: Partial<Record<EndpointName, () => Promise<unknown>>> = {
    ...privacyCalls(() => shop),
    'POST /functions/v1/create-checkout-session': async () => askCheckout(shop, await register(shop)),
    'POST /api/subscription/refresh': async () => {
      const person = await register(shop)
      return shop.app.request('/api/subscription/refresh', { method: 'POST', headers: person.headers })
    },
    'POST /api/billing-portal': async () => {
      const person = await register(shop)
      await buy(shop, person, cards.pays)
      await settleDown(shop)
      return portalUrl(shop, person)
    },
    'POST /functions/v1/stripe-webhook': async () => {
      await buy(shop, await register(shop), cards.pays)
      await settleDown(shop)
    },
    'POST /api/public/verifications/:id/private-no': async () => {
      const { headers, verificationId: id } = await enter(
        shop,
        (await createVerification(shop, await register(shop), { type: 'person' })).id,
      )
      return postJson(shop, `/api/public/verifications/${id}/private-no`, {}, headers)
    },
    'POST /api/email-choices': () => callWithToken('POST', '/api/email-choices'),
    'PUT /api/email-choices': () =>
      callWithToken('PUT', '/api/email-choices', { blocksSender: false, blocksAll: false }),
    'POST /api/email-choices/report': () => callWithToken('POST', '/api/email-choices/report'),
    'POST /emails': async () =>
      shop.app.request(`/emails?token=${await mailedToken()}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    'PUT /api/kept-proof': async () => {
      const person = await register(withWallet)
      const documentId = await uploadDocument(withWallet, person, 'id', await pictureOfDocument('passport'))
      await askToRead(withWallet, person, documentId)
      await withWallet.runJobs()
      const { fullName, dateOfBirth } = typed
      return putJson(withWallet, '/api/kept-proof', { documentId, fullName, dateOfBirth }, person.headers)
    },
    'POST /api/wallet-sessions': () => askCreatorsWallet(),
    'POST /api/public/verifications/:id/wallet-sessions': async () => {
      const thirdParty = await enter(
        withWallet,
        (await createVerification(withWallet, await register(withWallet))).id,
      )
      return begun(withWallet, thirdParty)
    },
    'GET /api/wallet-sessions/:id': () => callAsBrowser('GET', ''),
    'DELETE /api/wallet-sessions/:id': () => callAsBrowser('DELETE', ''),
    'POST /api/wallet-sessions/:id/answer': async () =>
      answerWallet(withWallet, issuer, await askCreatorsWallet('api'), 'yes'),
    'GET /api/wallet-sessions/:id/request': () => fetchRequest({}),
    'POST /api/wallet-sessions/:id/request': () =>
      fetchRequest({ method: 'POST', body: new URLSearchParams({ wallet_nonce: 'n' }) }),
    'POST /api/wallet-sessions/:id/response': async () =>
      answerWallet(withWallet, issuer, await askCreatorsWallet(), 'yes'),
    'POST /api/wallet-sessions/:id/return': async () => {
      const session = await askCreatorsWallet('link')
      const answer = await answerWallet(withWallet, issuer, session, 'yes')
      const { hash } = new URL(((await answer.json()) as { redirect_uri: string }).redirect_uri)
      const responseCode = new URLSearchParams(hash.slice(1)).get('response_code')
      const path = `/api/wallet-sessions/${session.id}/return`
      return postJson(withWallet, path, { responseCode }, toBearer(session.secret))
    },
    'POST /api/voucher-sessions': async () => begunVoucher(withWallet, await register(withWallet)),
    'POST /api/public/verifications/:id/voucher-sessions': async () => {
      const { id } = await createVerification(withWallet, await register(withWallet))
      return begunVoucher(withWallet, await enter(withWallet, id))
    },
    'POST /api/voucher-sessions/:id/return': async () => vouchFor(withWallet, await register(withWallet)),
    'POST /api/public/verifications/:id/gate/code': async () => (await enterCode()).answer,
    'POST /api/public/verifications/:id/account': async () => {
      const { id, answer } = await enterCode()
      const { token } = await readAnswer<GivenPass>(answer)
      const by = { verificationId: id, headers: toBearer(token) }
      expect((await submitRead(withCodes, by)).status).toBe(200)
      return postJson(withCodes, `/api/public/verifications/${id}/account`, registration, by.headers)
    },
  }

  const refusing = endpointRows.filter(([name]) =>
    listProblems(name).some((code) => !anywhere.includes(code)),
  )

  // Runs before the successes, because a success may end the state that others need for their refusal.
  it.each(refusing)('%s refuses with the problems in the table', async (name, row) => {
    const answer = await call(name, row, 'garbage', {
      ...(row.who === 'visitor' ? { address: row.address?.(world).replace(world.verificationId, 'x') } : {}),
      ...(row.who === 'public' && name.startsWith('POST ') ? { json: 'x' } : {}),
    })
    await answer.body?.cancel()
    expect([...(seen.get(name) ?? [])]).not.toEqual([])
    expect([...(seen.get(name) ?? [])]).not.toContain('done')
  })

  it.each(endpointRows)('%s answers with the success in the table', async (name, row) => {
    await elsewhere[name]?.()
    if (!elsewhere[name]) {
      const answer = await call(name, row, mayCall(row), await needed[name]?.())
      await answer.body?.cancel()
    }
    expect(seen.get(name)).toContain('done')
  })

  it('runs no statement, in all of this, that would scan a whole table once it has grown (GROWTH-5)', async () => {
    recording.stop()
    const { statements } = recording
    expect(statements.size).toBeGreaterThan(200)
    const grown = await createTestApp()
    await growFor(grown, { accounts: 4_000, verifications: 10_000 })
    const large = await largeTables(grown.database)
    const found = await grown.database.transaction(async (tx) => {
      const all: WholeTable[] = []
      for (const statement of statements.values()) {
        // Only the test itself deletes rate limits like this.
        if (statement.text.startsWith('DELETE FROM rate_limits WHERE key LIKE')) continue
        all.push(...(await findWholeTables(tx, statement, large)))
      }
      return all
    })
    await grown.close()
    expect(found).toEqual([])
  })
})
