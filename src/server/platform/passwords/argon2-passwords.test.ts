import { expect, it } from 'vitest'
import { createPasswords } from './index.ts'

const passwords = createPasswords()

it('makes argon2id hashes with the agreed cost and a random salt (PASSWORD-5)', async () => {
  const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

it('accepts the password that made the hash and no other', async () => {
  const hash = await passwords.hash('correct horse')
  expect(await passwords.verify(hash, 'correct horse')).toBe(true)
  expect(await passwords.verify(hash, 'correct horsE')).toBe(false)
  expect(await passwords.verify(hash, '')).toBe(false)
})

it('rejects every password without an account, even the one behind its stand-in hash', async () => {
  expect(await passwords.verify(null, 'the hash of an account that does not exist')).toBe(false)
  expect(await passwords.verify(null, 'anything')).toBe(false)
})

it('distinguishes passwords beyond the 72 bytes that bcrypt would see (PASSWORD-5)', async () => {
  const long = 'x'.repeat(100)
  const hash = await passwords.hash(`${long}1`)
  expect(await passwords.verify(hash, `${long}2`)).toBe(false)
  expect(await passwords.verify(hash, `${long}1`)).toBe(true)
})

it('keeps timers running while many hashes are computed', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks++
  }, 1)
  await Promise.all(Array.from({ length: 10 }, () => passwords.hash('correct horse')))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})
