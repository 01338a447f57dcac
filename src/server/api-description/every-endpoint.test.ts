import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints/index.ts'
import { problemsOf } from '../../contract/endpoints/problems-of.ts'
import { holdToTable } from '../testing/hold-to-table.ts'
import { created, from, knock, newAddress, postJson, register } from '../testing/people.ts'
import { askCheckout, buy, openPlanShop, type PlanShop, portalUrl, settleDown } from '../testing/plan-shop.ts'
import { mailsTo } from '../testing/records.ts'
import { endpointRows, type RouteRow } from '../testing/route-table.ts'
import { cards } from '../testing/simulated-payments.ts'
import { type Caller, createSixCallers, type SixCallers } from '../testing/six-callers.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Everybody may meet these, and no test of one endpoint can. */
const anywhere = ['temporarily_unavailable', 'unexpected_failure']

/** What has to be said beside the row for a success. */
type More = { json?: unknown; address?: string | undefined }

describe('every endpoint', () => {
  const seen = new Map<EndpointName, Set<string>>()
  const note = (name: EndpointName, outcome: string) => {
    seen.set(name, (seen.get(name) ?? new Set()).add(outcome))
  }
  let world: SixCallers
  let shop: PlanShop
  let withCodes: TestApp
  beforeAll(async () => {
    ;[world, shop, withCodes] = await Promise.all([
      createSixCallers(),
      openPlanShop(),
      createTestApp({ emailCode: true }),
    ])
    for (const { app } of [world, shop, withCodes]) holdToTable(app, note)
  })
  afterAll(() => Promise.all([world.close(), shop.close(), withCodes.close()]))

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
          ...world.headersOf(caller, row.passKind ?? 'gate'),
        },
      },
      from(newAddress()),
    )
  }

  /** Who may call, first of all the owner. */
  const mayCall = (row: RouteRow): Caller => {
    if (['account', 'owner', 'party'].includes(row.who)) return 'owner'
    return ['pass holder', 'uploader', 'link holder'].includes(row.who) ? 'pass' : 'nobody'
  }

  async function mailedCode(test: TestApp): Promise<string> {
    test.clock.advance(1)
    await test.runJobs()
    const mails = await mailsTo(test, 'sam@example.com')
    return /^\d{6}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  }

  async function sealedHash(): Promise<string> {
    const answer = await world.app.request(`/api/records/${world.recordId}`, {
      headers: world.owner.headers,
    })
    return ((await answer.json()) as { record: { pdfSha256: string } }).record.pdfSha256
  }

  const needed: Partial<Record<EndpointName, () => Promise<More>>> = {
    'POST /api/public/verifications/:id/gate': async () => ({ json: { email: 'sam@example.com' } }),
    'GET /api/files/:bucket/:owner/:file': async () => ({ address: world.fileUrl }),
    'POST /api/records/:id/link': async () => ({ json: { email: 'sam@example.com' } }),
    'POST /api/records/:id/code/entry': async () => ({ json: { code: await mailedCode(world.test) } }),
    'POST /api/check': async () => ({ json: { sha256: await sealedHash() } }),
    'GET /api/transparency/inclusion/:pdfSha256': async () => ({
      address: `/api/transparency/inclusion/${await sealedHash()}`,
    }),
    'GET /api/transparency/consistency': async () => ({
      address: '/api/transparency/consistency?from=1&to=2',
    }),
  }

  /** These succeed elsewhere: a shop with payments, and an installation where codes are in force. */
  const elsewhere: Partial<Record<EndpointName, () => Promise<unknown>>> = {
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
    'POST /api/public/verifications/:id/gate/code': async () => {
      const { id } = await created(withCodes, await register(withCodes))
      await knock(withCodes, id, 'sam@example.com')
      const code = await mailedCode(withCodes)
      return postJson(withCodes, `/api/public/verifications/${id}/gate/code`, {
        email: 'sam@example.com',
        code,
      })
    },
  }

  // Before anything succeeds: what succeeds may end what others would be refused by.
  it.each(endpointRows)('%s refuses as the table says', async (name, row) => {
    const refusable = problemsOf(name).some((code) => !anywhere.includes(code))
    if (!refusable) return
    const answer = await call(name, row, 'garbage', {
      ...(row.who === 'visitor' ? { address: row.address?.(world).replace(world.verificationId, 'x') } : {}),
      ...(row.who === 'anybody' && name.startsWith('POST ') ? { json: 'x' } : {}),
    })
    await answer.body?.cancel()
    expect([...(seen.get(name) ?? [])]).not.toEqual([])
    expect([...(seen.get(name) ?? [])]).not.toContain('done')
  })

  it.each(endpointRows)('%s answers as the table says', async (name, row) => {
    await elsewhere[name]?.()
    if (!elsewhere[name]) {
      const answer = await call(name, row, mayCall(row), await needed[name]?.())
      await answer.body?.cancel()
    }
    expect(seen.get(name)).toContain('done')
  })
})
