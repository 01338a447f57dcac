import { describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { explainProblem } from '../../contract/problem.ts'
import { createApp } from '../app.ts'
import { testAppForFile } from '../testing/test-app.ts'

describe('the description of the API', () => {
  const test = testAppForFile()

  it('names every route of /api, /functions and /emails, and no other (ERROR-12)', () => {
    const real = test.app.routes
      .filter(
        ({ method, path }) =>
          method !== 'ALL' && /^\/(api|functions|emails)\b/.test(path) && !path.endsWith('*'),
      )
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(real)].sort()).toEqual(Object.keys(endpoints).sort())
  })

  it('is in English, even if the first request asks for German (WORDS-5)', async () => {
    const asked = { headers: { cookie: 'language=de' } }
    const answer = await createApp(test.platform).request('/api/openapi.json', asked)
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(paths['/api/verifications']?.['post']?.responses).toMatchObject({
      401: { description: explainProblem('authentication_required').title },
    })
  })

  it('is an OpenAPI document with valid references', async () => {
    const answer = await test.app.request('/api/openapi.json')
    expect(answer.headers.get('content-type')).toContain('application/json')
    const text = await answer.text()
    const document = JSON.parse(text)
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1' } })
    expect(document.paths['/api/verifications/{id}'].get.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ])
    expect(document.paths['/api/verifications'].post.parameters).toMatchObject([
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: expect.stringMatching(/UUID.*24 hours.*422/),
        schema: { type: 'string' },
      },
    ])
    expect(Object.keys(document.components.schemas.Problem.properties)).toContain('code')
    expect(document.paths['/api/verifications'].post.requestBody.description).toBe('At most 128 kB.')
    expect(document.paths['/api/records/{id}'].get.security).toEqual([{ account: [] }, { thirdParty: [] }])
    expect(document.paths['/api/check'].post.security).toEqual([])
    expect(document.paths['/api/feedback'].post.security).toEqual([{}, { account: [] }])
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name)
    }
    expect(text).not.toContain('#/$defs/')
  })

  it('names a security scheme for every operation that refuses unauthenticated callers (ERROR-12)', async () => {
    type Operation = { security: object[]; responses: Record<string, unknown> }
    const { paths } = (await (await test.app.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    )
    const closed = operations.filter(({ responses }) => responses['401'])
    expect(closed.length).toBeGreaterThan(20)
    expect(closed.filter(({ security }) => security.length === 0).map(({ name }) => name)).toEqual([])
  })
})
