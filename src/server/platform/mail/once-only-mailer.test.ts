import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { sql } from '../database/index.ts'
import { createOnceOnlyMailer, type Mail, type Mailer } from './index.ts'

let test: TestApp
let sent: Mail[]
let fail: Error | null
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => {
  sent = []
  fail = null
})

const transport: Mailer = {
  reachesPeople: true,
  async send(mail) {
    if (fail) throw fail
    sent.push(mail)
  },
}
const onceOnly = () => createOnceOnlyMailer(transport, test.platform)
const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

it('hands a mail of one id over once, however often and however parallel it is asked to', async () => {
  await Promise.all(Array.from({ length: 10 }, () => onceOnly().send(mail, { id: 'one' })))
  await onceOnly().send(mail, { id: 'one' })
  expect(sent).toHaveLength(1)
  await onceOnly().send(mail, { id: 'two' })
  expect(sent).toHaveLength(2)
})

it('tries again what was not accepted', async () => {
  fail = new Error('try later')
  await expect(onceOnly().send(mail, { id: 'three' })).rejects.toThrow('try later')
  fail = null
  await onceOnly().send(mail, { id: 'three' })
  expect(sent).toHaveLength(1)
})

it('does not send again what a killed process may have sent', async () => {
  const killed: Mailer = { ...transport, send: () => new Promise(() => {}) }
  void createOnceOnlyMailer(killed, test.platform).send(mail, { id: 'four' })
  const isClaimed = async () =>
    (await test.database.rows(sql`SELECT mail_id FROM mail_handovers WHERE mail_id = 'four'`)).length === 1
  while (!(await isClaimed())) await new Promise(setImmediate)
  await onceOnly().send(mail, { id: 'four' })
  expect(sent).toEqual([])
})

it('sends every mail that has no id', async () => {
  await onceOnly().send(mail)
  await onceOnly().send(mail)
  expect(sent).toHaveLength(2)
})
