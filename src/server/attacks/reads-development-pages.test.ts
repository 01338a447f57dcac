import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPages } from '../../../scripts/lib/pack-pages.ts'
import { createApp } from '../app.ts'
import { type Listening, listen } from '../http/listen.ts'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { createAuthCaller } from '../testing/auth-caller.ts'
import { from } from '../testing/people.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { type Build, loadBuild } from '../web-pages/routes.ts'

/** The attacker's target: the mails with their links, in any form. */
const developmentPaths = ['/dev/outbox']

describe('a person who wants the mails with other people’s links', () => {
  let test: TestApp
  let build: Build
  const folder = folderForFile()
  let mailPath: string
  let app: TestApp['app']

  beforeAll(async () => {
    test = await createTestApp()
    await writeFile(join(folder, '__spa-fallback.html'), '<title>Application</title>')
    await packPages(folder)
    build = await loadBuild(folder)
    app = createApp(test.platform, { build })
    const auth = createAuthCaller(test)
    await auth.signUp('ann@example.org')
    await auth.mailedLink('ann@example.org')
    const [mail] = await auth.mails()
    mailPath = `/dev/outbox/${mail?.name}`
  })
  afterAll(() => test.close())

  const everyPath = () => [...developmentPaths, mailPath, `${mailPath}/html`]

  /**
   * Whether the development pages answer: all of them must answer alike and, when closed, like an unknown name beside
   * them.
   */
  async function isOpen(peer: string, headers: Record<string, string>, on = app): Promise<boolean> {
    const statuses = new Set<number>()
    for (const path of everyPath()) {
      const answer = await on.request(path, { headers }, from(peer))
      statuses.add(answer.status)
      const body = await answer.text()
      if (answer.status !== 404) continue
      const unknown = await on.request('/dev/nothing', { headers }, from(peer))
      expect(withoutId(body)).toEqual(withoutId(await unknown.text()))
      expect(body).not.toContain('ann@example.org')
    }
    expect(statuses.size, [...statuses].join()).toBe(1)
    return statuses.has(200)
  }
  const withoutId = (problem: string) => problem.replace(/"requestId":"[^"]+"/, '')

  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]:3000',
    '[::1]',
  ])('would have to be the developer, whose requests come from this machine as %s', async (host) => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await isOpen(peer, { host })).toBe(true)
    }
  })

  it('fails from another machine, with every claimed Host (MAIL-15)', async () => {
    for (const peer of ['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.7', '172.17.0.1']) {
      expect(await isOpen(peer, { host: 'localhost:3000' }), peer).toBe(false)
    }
  })

  it.each([
    'rebound.example',
    'rebound.example:3000',
    'localhost.rebound.example',
    'localhost:3000@rebound.example',
    'localhost.',
    '127.0.0.1.rebound.example',
    '127.0.0.1.nip.example:3000',
    '0.0.0.0:3000',
    '128.0.0.1',
    '2130706433',
    '127.1',
    '[::1].rebound.example',
    '[::2]',
    'localhost:3000:80',
    '',
  ])('fails with a name that points here: %s', async (host) => {
    expect(await isOpen('127.0.0.1', { host })).toBe(false)
  })

  it('fails without a Host', async () => {
    expect(await isOpen('127.0.0.1', {})).toBe(false)
  })

  it.each([
    ['X-Forwarded-For', '192.0.2.7'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'localhost'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Server', 'proxy'],
    ['Forwarded', 'for=192.0.2.7'],
    ['Via', '1.1 proxy'],
    ['CF-Connecting-IP', '192.0.2.7'],
    ['X-Real-IP', '192.0.2.7'],
    ['True-Client-IP', '192.0.2.7'],
  ])('fails through a proxy on this machine that sends %s: %s', async (name, value) => {
    expect(await isOpen('127.0.0.1', { host: 'localhost:3000', [name]: value })).toBe(false)
  })

  const host = 'localhost:3000'
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'something-new' },
    { 'sec-fetch-site': 'cross-site', ...visit, origin: 'https://elsewhere.example' },
    { origin: 'https://elsewhere.example' },
    { origin: 'http://localhost:4000' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://localhost:3000.elsewhere.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site', ...visit },
    { origin: '' },
  ])('fails with a page of another site in the developer’s browser: %o', async (headers) => {
    expect(await isOpen('127.0.0.1', { host, ...headers })).toBe(false)
  })

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'none', ...visit },
    { 'sec-fetch-site': 'cross-site', ...visit },
    { 'sec-fetch-site': 'same-site', ...visit },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ])('would have to be the product’s own page, or the developer following a link: %o', async (headers) => {
    expect(await isOpen('127.0.0.1', { host, ...headers })).toBe(true)
  })

  it('can’t make a developer’s browser press anything from another site', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      const headers = { host, 'sec-fetch-site': 'cross-site', ...visit }
      expect((await app.request('/dev/outbox', { method, headers }, from('127.0.0.1'))).status).toBe(404)
    }
  })

  it('fails if others are served, even on that machine (RUN-9)', async () => {
    const settings = { ...test.platform.settings, localOnly: false }
    const serving = createApp({ ...test.platform, settings }, { build })
    expect(await isOpen('127.0.0.1', { host: 'localhost:3000' }, serving)).toBe(false)
    expect((await serving.request('/dashboard')).status).toBe(200)
  })

  it('fails with any method, or another spelling of the path', async () => {
    const headers = { host: 'rebound.example' }
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await app.request('/dev/outbox', { method, headers }, from('127.0.0.1'))
      expect(answer.status, method).toBe(404)
    }
    for (const path of [
      '/dev',
      '/dev/',
      '/dev/outbox/',
      '//dev/outbox',
      '/%64ev/outbox',
      '/dev%2Foutbox',
      '/DEV/outbox',
      '/x/../dev/outbox',
      '/x/%2e%2e/dev/outbox',
      '/dev/./outbox',
      '/dev;x/outbox',
      '/dev/outbox?x',
    ]) {
      const answer = await app.request(path, { headers }, from('127.0.0.1'))
      expect(answer.status, path).toBe(404)
      expect(await answer.text(), path).not.toContain('ann@example.org')
    }
  })

  describe('over a real socket', () => {
    let listening: Listening
    let port: number
    beforeAll(async () => {
      port = await chooseFreePort()
      listening = await listen(app.fetch, { host: '127.0.0.1', port })
    })
    afterAll(() => listening.stop(0))

    const get = (target: string, ...headers: string[]) =>
      rawRequest(port, [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close'])

    it('reads them as the developer does', async () => {
      const answer = await get('/dev/outbox', `Host: localhost:${port}`)
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('ann@example.org')
    })

    it('fails with a rebound name, the whole URL in the first line, or two hosts', async () => {
      for (const [target, ...headers] of [
        ['/dev/outbox', `Host: rebound.example:${port}`],
        [`http://localhost:${port}/dev/outbox`, 'Host: rebound.example'],
        ['/dev/outbox', 'Host: rebound.example', `Host: localhost:${port}`],
        ['/dev/outbox', `Host: localhost:${port}`, 'X-Forwarded-For: 192.0.2.7'],
        ['/dev/outbox', `Host: localhost:${port}`, 'Via: 1.1 proxy'],
        ['/dev/outbox', 'Host:'],
        ['/dev/outbox'],
      ] as const) {
        const answer = await get(target, ...headers)
        expect([400, 404], `${target} ${headers.join()}`).toContain(answer.status)
        expect(answer.body).not.toContain('ann@example.org')
      }
    })
  })
})
