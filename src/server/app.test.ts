import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { createMetrics } from './operations/routes.ts'
import { createLogger } from './platform/logging/index.ts'
import type { Platform } from './platform/platform.ts'
import { createShutdown } from './platform/processes/index.ts'
import { testAppForFile } from './testing/test-app.ts'

describe('the app', () => {
  const test = testAppForFile()

  /** The app with changed parts, and its log lines. */
  function appWith(changes: Partial<Platform>) {
    const lines: string[] = []
    const logger = createLogger('debug', { write: (line: string) => void lines.push(line) })
    return { app: createApp({ ...test.platform, logger, ...changes }), lines }
  }
  const failing = () => Promise.reject(new Error('ada@example.com is not there'))
  const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

  it.each(['/api/nothing', '/auth/nothing', '/functions/v1/nothing'])(
    'answers the unknown path %s with a problem that names the request (PAGE-5, ERROR-1)',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await test.app.request(path, { method })
        expect(answer.status).toBe(404)
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(await answer.json()).toMatchObject({
          code: 'not_found',
          status: 404,
          requestId: answer.headers.get('x-request-id'),
        })
      }
    },
  )

  it('adds the specified members to the problem under /functions (SUBMIT-2, ERROR-1)', async () => {
    const answer = await test.app.request('/functions/v1/nothing', { method: 'POST' })
    expect(await answer.json()).toMatchObject({ success: false, error: 'Not found', code: 'not_found' })
  })

  it('forbids caching and framing an answer of the API (PAGE-14, ERROR-10)', async () => {
    const { headers } = await test.app.request('/api/nothing')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toContain('camera=(self)')
  })

  it('forbids framing any other answer (PAGE-14)', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/dev/outbox', '/nothing']) {
      const { headers } = await test.app.request(path)
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    }
  })

  it('refuses a form that is too large, and an upload beyond every limit (ERROR-8)', async () => {
    const post = (path: string, bytes: number) =>
      test.app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(bytes) },
        body: new Uint8Array(bytes),
      })
    const form = await post('/api/feedback', 33 * 1024)
    expect([form.status, await form.json()]).toMatchObject([413, { code: 'body_too_large' }])
    const upload = await post('/api/documents', 11 * 1024 * 1024)
    expect([upload.status, await upload.json()]).toMatchObject([413, { code: 'file_too_large' }])
    const foreign = await post('/functions/v1/third-party-upload', 60 * 1024 * 1024)
    expect([foreign.status, await foreign.json()]).toMatchObject([
      413,
      { code: 'file_too_large', success: false },
    ])
  })

  it('refuses a large form without a Content-Length', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(16 * 1024))
      },
    })
    const answer = await test.app.request('/api/verifications', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })

  it('turns an exception into a neutral problem and a log line with the same request id (ERROR-2)', async () => {
    const { app, lines } = appWith({})
    app.get('/broken', () => {
      throw new Error('ada@example.com has no shoes')
    })
    const answer = await app.request('/broken')
    const body = await answer.text()
    expect(answer.status).toBe(500)
    expect(JSON.parse(body)).toMatchObject({
      code: 'unexpected_failure',
      title: 'An unexpected error occurred',
    })
    expect(body + lines.join('')).not.toContain('ada@example')
    const failure = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error')
    expect(failure).toMatchObject({ requestId: answer.headers.get('x-request-id'), error: { type: 'Error' } })
  })

  it('logs the pattern of a request, never its path or its query (RUN-6)', async () => {
    const { app, lines } = appWith({})
    app.route(
      '/',
      new Hono().get('/things/:id', (c) => c.text('here')),
    )
    await app.request('/things/the-7f3a?token=hunter2')
    await app.request('/api/nothing/the-7f3a?token=hunter2')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', route: '/things/:id', status: 200, milliseconds: expect.any(Number) },
      { method: 'GET', route: '/api/*', status: 404 },
    ])
    expect(lines.join('')).not.toMatch(/the-7f3a|hunter2/)
  })

  it('names the PostgreSQL in use, and the origin of its programs (RUN-38)', async () => {
    const server = { version: '18.4', origin: 'package' } as const
    const metrics = createMetrics({ process: false, server })
    const app = createApp(test.platform, { metrics, server })
    expect(await (await app.request('/readyz')).json()).toMatchObject({ status: 'ready', postgresql: server })
    expect((await metrics.render()).body).toContain('postgresql_info{version="18.4",origin="package"} 1')
  })

  it('is alive as long as it answers, and ready when its database and storage are (RUN-4)', async () => {
    expect(await (await test.app.request('/healthz')).json()).toEqual({ status: 'alive' })
    const ready = await test.app.request('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', storage: 'ok', disk: 'ok' },
    ])
    const { app } = appWith({ storage: { ...test.platform.storage, check: failing } })
    const unready = await app.request('/readyz')
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { status: 'not ready', database: 'ok', storage: 'failing', disk: 'ok' },
    ])
    expect((await app.request('/healthz')).status).toBe(200)
  })

  it('queries the database once for concurrent readiness checks, and again for later ones (RUN-21)', async () => {
    let pings = 0
    const { database } = test.platform
    const ping = () => {
      pings += 1
      return database.ping()
    }
    const { app } = appWith({ database: { ...database, ping } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.request('/readyz')))
    expect([pings, ...new Set(answers.map((answer) => answer.status))]).toEqual([1, 200])
    await app.request('/readyz')
    expect(pings).toBe(2)
  })

  it('isn’t ready once it is about to stop, but still answers (REPLICA-9)', async () => {
    const { shutDown, ...shutdown } = createShutdown(0)
    const { app } = appWith({ shutdown })
    expect((await app.request('/readyz')).status).toBe(200)
    await shutDown()
    const unready = await app.request('/readyz')
    expect([unready.status, await unready.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'not ready', reason: 'This process is about to stop.' }),
    ])
    expect((await app.request('/healthz')).status).toBe(200)
  })

  it('counts each request in its metrics by its pattern', async () => {
    await test.app.request('/api/nothing')
    const metrics = await test.app.request(
      '/metrics',
      { headers: { host: 'localhost:3000' } },
      from('127.0.0.1'),
    )
    expect(await metrics.text()).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/*",status="404"}',
    )
  })

  it('binds browsers to https for a year, for its own host and its subdomains, if it is behind https (RUN-11)', async () => {
    const secure = createApp({
      ...test.platform,
      settings: { ...test.platform.settings, publicUrl: 'https://assent.example' },
    })
    for (const path of ['/healthz', '/api/nothing', '/auth/v1/health']) {
      const { headers } = await secure.request(path)
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
      expect((await test.app.request(path)).headers.get('strict-transport-security'), path).toBeNull()
    }
  })

  describe('the address of the client', () => {
    async function addressSeen(trustProxy: boolean, forwardedFor?: string): Promise<string> {
      const app = createApp({ ...test.platform, settings: { ...test.platform.settings, trustProxy } })
      app.get('/address', (c) => c.text(c.get('clientIp')))
      const headers: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}
      return (await app.request('/address', { headers }, from('::ffff:192.0.2.7'))).text()
    }

    it('is the address of the connection, even if the client claims another', async () => {
      expect(await addressSeen(false)).toBe('192.0.2.7')
      expect(await addressSeen(false, '198.51.100.1')).toBe('192.0.2.7')
    })

    it('is the last address written by a trusted proxy, not one written by the client', async () => {
      expect(await addressSeen(true, '10.0.0.1, 198.51.100.1')).toBe('198.51.100.1')
      expect(await addressSeen(true, '10.0.0.1, [2001:db8::1]:5000')).toBe('2001:db8::1')
      expect(await addressSeen(true, 'nonsense')).toBe('192.0.2.7')
      expect(await addressSeen(true)).toBe('192.0.2.7')
    })
  })
})
