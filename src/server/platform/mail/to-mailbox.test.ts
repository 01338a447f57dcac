import { expect, it } from 'vitest'
import { toMailbox } from './mail.ts'

it.each([
  ' Sam@Example.COM ',
  'sam+one@example.com',
  'sam+one+two@example.com',
  's.a.m@example.com',
  'sam@example.com.',
  'ｓａｍ@example.com',
])('counts %j as sam@example.com', (spelling) => {
  expect(toMailbox(spelling)).toBe('sam@example.com')
})

it('counts the two domains of one provider as one', () => {
  expect(toMailbox('s.am@googlemail.com')).toBe(toMailbox('Sam@GMail.com'))
})

it('counts a domain in its own script and in ASCII as one', () => {
  expect(toMailbox('sam@Bücher.example')).toBe(toMailbox('sam@xn--bcher-kva.example'))
})

it('counts different people separately', () => {
  expect(toMailbox('sam@example.org')).not.toBe(toMailbox('sam@example.com'))
  expect(toMailbox('pam@example.com')).not.toBe(toMailbox('sam@example.com'))
})
