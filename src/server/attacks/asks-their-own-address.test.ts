import { beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import {
  correctAddress,
  create,
  createVerification,
  type Person,
  personCreation,
  readRefusal,
  register,
} from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { whileLocked } from '../testing/waiting-statements.ts'

const test = testAppForFile()
let ada: Person
let wished: string
beforeEach(async () => {
  ada = await register(test)
  wished = `wished-${ada.id}@example.com`
})

/** Gives the account the requested address in a concurrent transaction. */
const whileItBecomesTheirs = (act: () => Promise<Response>) =>
  whileLocked(test, sql`SELECT id FROM users WHERE id = ${ada.id}`, act, (owner) =>
    owner.run(sql`UPDATE users SET email = ${wished} WHERE id = ${ada.id}`),
  )
const countAsked = () =>
  test.database.rows(sql`SELECT id FROM verifications WHERE third_party_email = ${wished}`)

it('creates no request to an address that the account is just getting (GATE-70)', async () => {
  const creation = { ...personCreation(test), thirdPartyEmail: wished }
  const answer = await whileItBecomesTheirs(async () => create(test, ada, creation))
  expect((await readRefusal(answer))[1]).toBe('own_address')
  expect(await countAsked()).toEqual([])
})

it('refuses a correction to an address that the account is just getting (GATE-70)', async () => {
  const { id } = await createVerification(test, ada, { type: 'person' })
  const answer = await whileItBecomesTheirs(async () => correctAddress(test, ada, id, wished))
  expect((await readRefusal(answer))[1]).toBe('own_address')
  expect(await countAsked()).toEqual([])
})
