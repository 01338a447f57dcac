import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

it.each([
  ' Sam@Example.COM ',
  'sam+one@example.com',
  'sam+one+two@example.com',
  's.a.m@example.com',
  'sam@example.com.',
  'ｓａｍ@example.com',
])('counts %j as sam@example.com', (spelling) => {
  expect(mailboxOf(spelling)).toBe('sam@example.com')
})

it('counts the two names of one provider as one', () => {
  expect(mailboxOf('s.am@googlemail.com')).toBe(mailboxOf('Sam@GMail.com'))
})

it('counts a domain in its own script and in ASCII as one', () => {
  expect(mailboxOf('sam@Bücher.example')).toBe(mailboxOf('sam@xn--bcher-kva.example'))
})

it('keeps other people apart', () => {
  expect(mailboxOf('sam@example.org')).not.toBe(mailboxOf('sam@example.com'))
  expect(mailboxOf('pam@example.com')).not.toBe(mailboxOf('sam@example.com'))
})
