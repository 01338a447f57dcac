import { expect, it } from 'vitest'
import { toOwnUrl } from './origin.ts'

const publicUrl = 'https://assent.example'

it.each([
  'https://assent.example',
  'https://assent.example/settings?from=billing#plans',
  'HTTPS://ASSENT.EXAMPLE:443/',
  'https://assent.example\\@evil.example/',
])('allows %s', (text) => {
  expect(toOwnUrl(publicUrl, text)?.href).toMatch(/^https:\/\/assent\.example\//)
})

it.each([
  'blob:https://assent.example/9c0e4b1e-0000-4000-8000-000000000000',
  'filesystem:https://assent.example/temporary/page.html',
  'view-source:https://assent.example/',
  'javascript:location="https://assent.example/"',
  'data:text/html,https://assent.example/',
  'http://assent.example/',
  'https://assent.example:8443/',
  'https://evil.example/https://assent.example/',
  'https://assent.example@evil.example/',
  'https://ann@assent.example/',
  'https://assent.example.evil.example/',
  'https:evil.example',
  'https://assent.example//evil.example',
  'https://assent.example/.//evil.example',
  'https://assent.example/\\evil.example',
  'https://assent.example/%2F%2Fevil.example',
  'https://assent.example/%5cevil.example',
  '//assent.example/',
  '/settings',
  '',
])('refuses %j', (text) => {
  expect(toOwnUrl(publicUrl, text)).toBeNull()
})
