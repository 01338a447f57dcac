import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../http/listen.ts'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { everythingKept } from '../testing/kept.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createSixCallers, type SixCallers } from '../testing/six-callers.ts'

const close = 'Connection: close'

describe('a person who manipulates HTTP', () => {
  let world: SixCallers
  let listening: Listening
  let port: number
  let before: Record<string, string>
  const host = () => `Host: localhost:${port}`

  beforeAll(async () => {
    world = await createSixCallers()
    port = await chooseFreePort()
    listening = await listen(world.app.fetch, { host: '127.0.0.1', port })
    before = await everythingKept(world.test)
  })
  afterAll(async () => {
    expect(await everythingKept(world.test)).toEqual(before)
    await listening.stop(0)
    await world.close()
  })

  it.each([
    ['a length and chunks', ['Content-Length: 44', 'Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 61']],
    ['a length that is no number', ['Content-Length: +5']],
    ['a length below nothing', ['Content-Length: -1']],
    ['chunks and something after them', ['Transfer-Encoding: chunked, identity']],
    ['chunks behind a control character', ['Transfer-Encoding:\x0bchunked']],
    ['a space before the colon', ['Content-Length : 5']],
    ['a header over two lines', ['X-A: b', ' Transfer-Encoding: chunked']],
  ])('can’t hide a second request behind %s', async (_, headers) => {
    const hidden = `0\r\n\r\nGET /readyz HTTP/1.1\r\n${host()}\r\n${close}\r\n\r\n`
    const { status, body } = await rawRequest(port, ['POST /healthz HTTP/1.1', host(), ...headers], hidden)
    expect(status).toBe(400)
    expect(body).not.toContain('HTTP/1.1')
    expect(body).not.toContain('ready')
  })

  it('can send a DELETE without a body, as browsers do (ERROR-19)', async () => {
    const { status, body } = await rawRequest(port, ['DELETE /api/drafts/age HTTP/1.1', host(), close])
    expect([status, JSON.parse(body).code]).toEqual([401, 'authentication_required'])
  })

  it('learns nothing by TRACE, opens no tunnel and switches to no other protocol', async () => {
    const secret = 'Authorization: Bearer hunter2'
    const trace = await rawRequest(port, ['TRACE /healthz HTTP/1.1', host(), secret, close])
    expect(trace.status).toBe(404)
    expect(trace.head + trace.body).not.toContain('hunter2')
    for (const target of ['127.0.0.1:22', '/healthz']) {
      expect((await rawRequest(port, [`CONNECT ${target} HTTP/1.1`, host(), close])).head).toBe('')
    }
    for (const protocol of ['h2c', 'websocket']) {
      const upgrade = ['GET /healthz HTTP/1.1', host(), `Upgrade: ${protocol}`, 'Connection: Upgrade, close']
      expect((await rawRequest(port, upgrade)).status).not.toBe(101)
    }
  })

  it('can’t override the method with a header', async () => {
    const { authorization = '' } = world.makeHeaders('owner', 'gate')
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      for (const method of ['POST', 'GET']) {
        const target = `${method} /api/sessions/${world.otherSessionId}?_method=DELETE HTTP/1.1`
        const lines = [target, host(), `Authorization: ${authorization}`, `${name}: DELETE`, close]
        expect((await rawRequest(port, [...lines, 'Content-Length: 0'])).status, `${name} ${method}`).toBe(
          404,
        )
      }
    }
  })

  it('can’t name a second host (ERROR-20)', async () => {
    const two = [host(), 'hOST: elsewhere.example']
    for (const hosts of [two, two.toReversed(), [host(), host()]])
      expect((await rawRequest(port, ['GET /healthz HTTP/1.1', ...hosts, close])).status).toBe(400)
    expect((await rawRequest(port, ['GET /healthz HTTP/1.1', host(), 'X-Host: a', close])).status).toBe(200)
  })

  it('isn’t signed in by a second Authorization header', async () => {
    const { authorization = '' } = world.makeHeaders('owner', 'gate')
    const two = ['Authorization: Bearer x', `Authorization: ${authorization}`]
    for (const headers of [two, two.toReversed()]) {
      expect((await rawRequest(port, ['GET /api/profile HTTP/1.1', host(), ...headers, close])).status).toBe(
        401,
      )
    }
  })

  it.each([
    ['one header', () => [`X-Big: ${'x'.repeat(20_000)}`]],
    ['thousands of them', () => Array.from({ length: 3000 }, (_, index) => `X-${index}: y`)],
  ])('can’t send more headers than the limit: %s', async (_, headers) => {
    const { status } = await rawRequest(port, ['GET /healthz HTTP/1.1', host(), ...headers(), close])
    expect(status).toBe(431)
  })

  it('can’t leave the folder of the pages with any spelling of a path', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e%5cpackage.json',
      '/..\\package.json',
      '//etc/passwd',
      '/assets/....//....//package.json',
      '/%00/package.json',
      '/package.json%00.js',
      '/api/files/ids/..%2f..%2f..%2fsecrets/document-key',
      '/dev/outbox/..%2f..%2fsecrets%2fdocument-key',
      '/dev/outbox/%2e%2e/html',
    ]) {
      const { status, body } = await rawRequest(port, [`GET ${path} HTTP/1.1`, host(), close])
      expect([400, 403, 404], `${path} ${status}`).toContain(status)
      expect(body, path).not.toMatch(/root:|"dependencies"/)
    }
  })
})
