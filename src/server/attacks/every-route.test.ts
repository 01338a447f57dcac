import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { everythingKept } from '../testing/kept.ts'
import { from } from '../testing/people.ts'
import { everyAddress, type RouteRow, refusals, routeTable } from '../testing/route-table.ts'
import { type Caller, createSixCallers, type SixCallers } from '../testing/six-callers.ts'

/** The owner comes last, because the others can't reach what the owner has ended. */
const callers: Caller[] = ['signed out', 'stranger', 'foreign pass', 'pass', 'garbage', 'expired', 'owner']
const elsewhere = { host: 'assent.example' }

describe('every route', () => {
  let world: SixCallers
  beforeAll(async () => {
    world = await createSixCallers()
  })
  afterAll(() => world.close())

  const rows = Object.entries(routeTable)
  const statusFor = (row: RouteRow, caller: Caller): number | undefined =>
    (refusals[row.who] as Partial<Record<Caller, number | undefined>>)[caller]
  const refusedBy = (row: RouteRow) => callers.filter((caller) => statusFor(row, caller) !== undefined)

  /** Calls a route as one kind of caller, by default from another machine; returns the status. */
  async function call(route: string, row: RouteRow, caller: Caller, address = row.address?.(world)) {
    const [method = '', pattern = ''] = route.split(' ')
    const json = row.json && JSON.stringify(row.json(world))
    const body = json ?? (await row.form?.(world)) ?? null
    const answer = await world.app.request(
      address ?? pattern,
      {
        method,
        body,
        headers: {
          ...elsewhere,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...world.makeHeaders(caller, row.passKind ?? 'gate'),
        },
      },
      from('192.0.2.7'),
    )
    await answer.body?.cancel()
    return answer.status
  }

  it('is in the table with its permitted callers, and the table has no other', () => {
    const routes = world.app.routes.map(({ method, path }) => `${method} ${path}`)
    const known = [...rows.map(([route]) => route), ...everyAddress.map((path) => `ALL ${path}`)]
    expect([...new Set(routes)].sort()).toEqual(known.sort())
  })

  it.each(rows.filter(([, row]) => refusedBy(row).length > 0))(
    'refuses %s to all other callers, and stores nothing (PRODUCT-4)',
    async (route, row) => {
      const before = await everythingKept(world.test)
      for (const caller of refusedBy(row)) {
        expect(await call(route, row, caller), caller).toBe(statusFor(row, caller))
      }
      expect(await everythingKept(world.test)).toEqual(before)
    },
  )

  it.each(rows.filter(([, row]) => refusedBy(row).length < callers.length))(
    'admits the permitted callers to %s',
    async (route, row) => {
      const allowed = callers.filter((caller) => statusFor(row, caller) === undefined)
      for (const caller of allowed) {
        const status = await call(route, row, caller)
        expect([401, 403], `${caller} ${status}`).not.toContain(status)
        if (row.who !== 'public') expect(status, caller).not.toBe(404)
      }
    },
  )

  it.each(rows.filter(([route]) => !route.startsWith('GET ')).map(([route, row]) => ({ route, row })))(
    'refuses a body of $route that is larger than its limit, and closes the connection (ERROR-8)',
    async ({ route, row }) => {
      const [method = '', pattern = ''] = route.split(' ')
      const { maxBytes = 1024 }: Partial<Endpoint> = route.includes(' /auth/')
        ? { maxBytes: 16 * 1024 }
        : endpoints[route as EndpointName]
      const send = (body: Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
        world.app.request(
          row.address?.(world) ?? pattern,
          { method, body, duplex: 'half', headers: { ...elsewhere, ...headers } } as RequestInit,
          from('192.0.2.8'),
        )
      const tooMany = new Uint8Array(maxBytes + 1)
      const declared = await send(tooMany, { 'content-length': String(tooMany.byteLength) })
      expect([declared.status, declared.headers.get('connection')]).toEqual([413, 'close'])
      // The route of an upload counts the bytes of a file without a Content-Length, once its sender is known.
      if (row.form) return
      const streamed = await send(new Blob([tooMany]).stream())
      expect([streamed.status, streamed.headers.get('connection')]).toEqual([413, 'close'])
    },
  )

  it.each(rows.filter(([route]) => !route.startsWith('GET ')).map(([route, row]) => ({ route, row })))(
    'accepts $route only in its own media type, and from no page of another site (ERROR-19)',
    async ({ route, row }) => {
      const [method = '', pattern = ''] = route.split(' ')
      const { allowsOtherSites }: Partial<Endpoint> = endpoints[route as EndpointName] ?? {}
      const before = await everythingKept(world.test)
      const send = async (headers: Record<string, string>, body: Blob | null) => {
        const init = {
          method,
          body,
          headers: {
            ...elsewhere,
            ...world.makeHeaders('owner', 'gate'),
            'x-supabase-api-version': '2024-01-01',
            ...headers,
          },
        }
        const answer = await world.app.request(row.address?.(world) ?? pattern, init, from('192.0.2.9'))
        const { code } = (await answer.json()) as { code: string }
        return [answer.status, code]
      }
      const unread = [400, route.includes(' /auth/') ? 'bad_json' : 'body_unreadable']
      const json = JSON.stringify(row.json?.(world) ?? {})
      for (const type of ['text/plain', 'image/png', ''])
        expect(await send(type ? { 'content-type': type } : {}, new Blob([json])), type).toEqual(unread)
      if (!allowsOtherSites) {
        const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
        expect(await send(foreign, new Blob([json]))).toEqual([403, 'cross_site'])
      }
      expect(await everythingKept(world.test)).toEqual(before)
    },
  )

  it('serves a file to the holder of its signed URL, and refuses a changed URL', async () => {
    const route = 'GET /api/files/:bucket/:owner/:file'
    const row: RouteRow = { who: 'address holder' }
    for (const caller of callers) {
      expect(await call(route, row, caller, world.fileUrl)).toBe(200)
      expect(await call(route, row, caller, world.fileUrl.replace(/Expires=\d/, 'Expires=9'))).toBe(403)
    }
  })

  it('serves /metrics and the outbox to this machine', async () => {
    for (const path of ['/metrics', '/dev/outbox']) {
      const answer = await world.app.request(path, { headers: { host: 'localhost' } }, from('127.0.0.1'))
      expect(answer.status, path).toBe(200)
    }
  })
})
