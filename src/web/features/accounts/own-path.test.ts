import { describe, expect, it } from 'vitest'
import { toOwnPath } from './requested-path.ts'

const origin = 'https://assent.example'

describe('the target of a redirect', () => {
  it.each([
    ['/history', '/history'],
    ['/history?type=age#top', '/history?type=age#top'],
    [`${origin}/consent-form/6f0d0f8c`, '/consent-form/6f0d0f8c'],
    ['/history?next=//evil.example', '/history?next=//evil.example'],
    ['/a/../settings', '/settings'],
  ])('is the path of the page %s (PAGE-4)', (address, path) => {
    expect(toOwnPath(address, origin)).toBe(path)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2F%2Fevil.example',
    '/%2f/evil.example',
    '/%5Cevil.example',
    '/%5c%5cevil.example',
    '/%252F%252Fevil.example',
    '/%09/evil.example',
    '/%zz',
    `${origin}//evil.example`,
    `${origin}/\\evil.example`,
    `${origin}@evil.example/`,
    `${origin}.evil.example/`,
    'https://evil.example/history',
    'http://assent.example/history',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://assent.example/x',
    'history',
    '',
    `/${'x'.repeat(2000)}`,
  ])('is null for %j (PAGE-4)', (address) => {
    expect(toOwnPath(address, origin)).toBeNull()
  })

  it.each([
    '/login',
    '/login?x=1',
    '/register',
    '/forgot-password',
    '/reset-password?token_hash=x',
    '/confirm',
    '/LOGIN/',
  ])('is null for %s, which redirects itself (PAGE-4)', (address) => {
    expect(toOwnPath(address, origin)).toBeNull()
  })
})
