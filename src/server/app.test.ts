import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './testing/test-app.ts'

describe('the app', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  it('answers an unknown path of the API with a problem that names the request', async () => {
    const answer = await test.app.request('/api/nothing')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: answer.headers.get('x-request-id'),
    })
  })
})
