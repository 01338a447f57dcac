import { describe, expect, it } from 'vitest'
import { createAuthCaller } from '../testing/auth-caller.ts'
import { create, enter, give, personCreation, register, subscribe } from '../testing/people.ts'
import { type TestApp, testAppForFile } from '../testing/test-app.ts'

/** Every header in which a request or a proxy may name the host. */
const poison = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Server': 'evil.example',
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Port': '666',
  'X-Host': 'evil.example',
  'X-Original-URL': 'https://evil.example/',
  'X-Rewrite-URL': '/evil.example',
  Forwarded: 'host=evil.example;proto=gopher',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
}

/** With and without a proxy that is trusted for the client's address. */
describe.each([false, true])('a person who names another host, TRUST_PROXY %s', (trustProxy) => {
  const test = testAppForFile({ trustProxy })

  /** The test app, with the other host named in every request. */
  const poisoned = (): TestApp => ({
    ...test,
    app: new Proxy(test.app, {
      get: (app, name) =>
        name === 'request'
          ? (path: string, init: RequestInit = {}, env?: object) =>
              app.request(path, { ...init, headers: { ...(init.headers as object), ...poison } }, env)
          : Reflect.get(app, name),
    }),
  })

  it('finds it in no mail and in no returned link (MAIL-9)', async () => {
    const world = poisoned()
    const auth = createAuthCaller(world)
    const ada = await register(world)
    await subscribe(test, ada)
    await auth.post('/recover', { email: ada.email })
    await auth.post('/otp', { email: ada.email, create_user: false })
    const created = await create(world, ada, personCreation())
    const body = (await created.json()) as { id: string }
    const thirdParty = await enter(world, body.id)
    const fileUrl = await give(world, thirdParty, 'selfie')
    await test.app.request(`/api/verifications/${body.id}/invitation`, {
      method: 'POST',
      headers: { ...ada.headers, ...poison },
    })
    const mails = await auth.mails()
    const texts = mails.flatMap(({ text, html }) => [text, html])
    expect(mails.length).toBeGreaterThanOrEqual(3)
    for (const text of [...texts, JSON.stringify(body), fileUrl]) {
      expect(text).not.toMatch(/evil\.example|gopher|:666/)
    }
    const links = texts.flatMap((text) => text.match(/https?:\/\/[^\s"'<>)]+/g) ?? [])
    const foreign = links.filter((link) => new URL(link).origin !== 'http://localhost:3000')
    expect(foreign.filter((link) => !link.startsWith('http://www.w3.org/'))).toEqual([])
    expect(new URL(fileUrl).origin).toBe('http://localhost:3000')
  })

  it('finds it in no answer and no header', async () => {
    for (const path of [
      '/api/openapi.json',
      '/auth/v1/settings',
      '/auth/v1/verify?token=x&type=signup&redirect_to=https%3A%2F%2Fevil.example%2F',
      '/api/nothing',
      '/nothing',
      '//evil.example/',
      '/%5Cevil.example/',
    ]) {
      const answer = await test.app.request(path, { headers: poison })
      const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
      expect(text, path).not.toMatch(/evil\.example|gopher|:666/)
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
    }
  })
})
