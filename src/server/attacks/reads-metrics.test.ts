import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { from } from '../testing/people.ts'
import { type TestApp, testAppForFile } from '../testing/test-app.ts'

const metricsToken = 'a-secret-that-only-the-scraper-has-1'
const onThisMachine = { host: 'localhost:3000' }

describe('a person who wants to watch the traffic of the product', () => {
  const test = testAppForFile()

  const appFor = (settings: Partial<TestApp['platform']['settings']>, metricsAnywhere = false) =>
    createApp({ ...test.platform, settings: { ...test.platform.settings, ...settings } }, { metricsAnywhere })

  async function askStatus(app: TestApp['app'], peer: string, headers: Record<string, string>) {
    const answer = await app.request('/metrics', { headers }, from(peer))
    const body = await answer.text()
    expect(body.includes('http_request_duration_seconds')).toBe(answer.status === 200)
    return answer.status
  }

  it('reads nothing from another machine, with a rebound name, or through a proxy that adds headers (RUN-5)', async () => {
    expect(await askStatus(test.app, '127.0.0.1', onThisMachine)).toBe(200)
    expect(await askStatus(test.app, '::1', { host: '[::1]:3000' })).toBe(200)
    expect(await askStatus(test.app, '192.0.2.7', onThisMachine)).toBe(404)
    expect(await askStatus(test.app, '127.0.0.1', { host: 'rebound.example' })).toBe(404)
    expect(await askStatus(test.app, '127.0.0.1', { host: 'assent.example' })).toBe(404)
    expect(await askStatus(test.app, '127.0.0.1', {})).toBe(404)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'CF-Connecting-IP']) {
      expect(await askStatus(test.app, '127.0.0.1', { ...onThisMachine, [name]: '127.0.0.1' }), name).toBe(
        404,
      )
    }
  })

  it('reads nothing through a proxy on this machine that adds no headers and writes its upstream’s name', async () => {
    const serving = appFor({ localOnly: false, metricsToken })
    expect(await askStatus(serving, '127.0.0.1', onThisMachine)).toBe(404)
    expect(await askStatus(appFor({ localOnly: false }), '127.0.0.1', onThisMachine)).toBe(404)
  })

  it('reads nothing with a wrong token, an empty one, or the word for none', async () => {
    for (const app of [appFor({ localOnly: false, metricsToken }), appFor({ localOnly: false })]) {
      for (const authorization of [
        'Bearer ',
        'Bearer null',
        'Bearer undefined',
        `Bearer ${metricsToken.slice(0, -1)}`,
        `Bearer ${metricsToken}x`,
        `Bearer ${metricsToken.toUpperCase()}`,
        metricsToken,
      ]) {
        expect(await askStatus(app, '127.0.0.1', { ...onThisMachine, authorization }), authorization).toBe(
          404,
        )
      }
    }
  })

  it('succeeds only with the token, or with METRICS=anywhere (RUN-5)', async () => {
    const authorization = `Bearer ${metricsToken}`
    const serving = appFor({ localOnly: false, metricsToken })
    expect(await askStatus(serving, '192.0.2.7', { host: 'assent.example', authorization })).toBe(200)
    expect(await askStatus(appFor({ localOnly: false }, true), '192.0.2.7', {})).toBe(200)
  })
})
