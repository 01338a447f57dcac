import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { startSilentServer, startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import type { Logger } from '../logging/index.ts'
import { createSmtpMailer, type Mailer, renderMail } from './index.ts'

const clock = new ManualClock(new Date('2026-03-11T12:00:00Z'))
const options = {
  from: 'Assent <assent@app.example>',
  supportEmail: 'support@app.example',
  clock,
  logger: silentLogger,
}
const open = (smtpUrl: string, more: Partial<typeof options & { limitMs: number }> = {}) =>
  createSmtpMailer({ smtpUrl, ...options, ...more })
let server: TestSmtpServer
let mailer: Mailer
beforeAll(async () => {
  server = await startSmtpServer()
  mailer = open(server.url)
})
afterAll(() => server.close())
beforeEach(() => {
  server.received.length = 0
  server.refusal = null
})

const mail = { to: 'ann@example.org', subject: 'Zażółć', text: 'Text – ż', html: '<p>HTML – ż</p>' }

it('hands a mail with both parts to exactly one recipient (MAIL-13)', async () => {
  expect(await mailer.send(mail, { id: 'job-7' })).toBe('accepted')
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.to).toBe('ann@example.org')
  const parsed = await PostalMime.parse(server.received[0]?.raw ?? '')
  expect(parsed).toMatchObject({
    subject: 'Zażółć',
    from: { name: 'Assent', address: 'assent@app.example' },
    to: [{ address: 'ann@example.org' }],
    messageId: '<job-7@app.example>',
    date: '2026-03-11T12:00:00.000Z',
  })
  expect(parsed.text?.trim()).toBe('Text – ż')
  expect(parsed.html?.trim()).toBe('<p>HTML – ż</p>')
  expect(server.received[0]?.raw).toContain('Auto-Submitted: auto-generated')
})

it('sends nothing in clear text when its URL requires TLS (RUN-41)', async () => {
  const strict = open(`${server.url}?requireTLS=true`)
  await expect(strict.send(mail)).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.received).toEqual([])
})

it.each([
  'ann@example.org\r\nBcc: eve@example.org',
  'ann@example.org, eve@example.org',
  'Ann <ann@example.org>',
  'ann@example.org\r\nRCPT TO:<eve@example.org>',
])('sends nothing to %j', async (to) => {
  await expect(mailer.send({ ...mail, to })).rejects.toThrow('plain mail address')
  expect(server.received).toEqual([])
})

it('sends nothing with a subject that would add a header', async () => {
  await expect(mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.org' })).rejects.toThrow(
    'control character',
  )
  expect(server.received).toEqual([])
})

it.each([
  ['rcpt', 550, '5.1.1 No such user', 'no_such_mailbox'],
  ['rcpt', 556, '5.1.10 Recipient address has null MX', 'no_such_mailbox'],
  ['rcpt', 551, '5.1.6 Mailbox has moved', 'no_such_mailbox'],
  ['rcpt', 550, '5.1.8 Bad address of the sender', 'address_refused'],
  ['rcpt', 550, '5.2.1 Mailbox disabled', 'address_refused'],
  ['rcpt', 550, 'No such user', 'address_refused'],
  ['rcpt', 553, 'Mailbox name not allowed', 'address_refused'],
  ['data', 554, '5.6.0 Message refused', 'message_refused'],
] as const)('returns a permanent refusal of the server: %s %i %s', async (at, code, text, refusal) => {
  server.refusal = { at, code, text }
  expect(await mailer.send(mail)).toBe(refusal)
  expect(server.received).toEqual([])
})

it.each([
  ['rcpt', 451, '4.7.1 Greylisted, try later'],
  ['rcpt', 452, '4.2.2 Mailbox full'],
  ['data', 451, 'Try later'],
  // A fault that the operator has to correct says nothing about the address.
  ['rcpt', 550, '5.7.1 Relaying denied'],
  ['rcpt', 530, '5.7.0 Authentication required'],
] as const)('rejects when a retry may succeed: %s %i %s', async (at, code, text) => {
  server.refusal = { at, code, text }
  await expect(mailer.send(mail)).rejects.toThrow()
  expect(server.received).toEqual([])
})

it('gives up on a server that is silent for too long, and closes its connection', async () => {
  const silent = await startSilentServer()
  await expect(open(silent.url, { limitMs: 50 }).send(mail)).rejects.toThrow()
  while (silent.connections.size > 0) await new Promise(setImmediate)
  await silent.close()
})

it('rejects when there is no server', async () => {
  await expect(open('smtp://127.0.0.1:1').send(mail)).rejects.toThrow()
})

it('sends as the product, with its logo, and with answers to support when answerable (MAIL-16)', async () => {
  const plain = open(server.url, { from: 'assent@app.example' })
  const to = { email: mail.to, languages: ['en'] } as const
  const content = { subject: 'One', heading: 'One', paragraphs: ['Two.'], footnote: 'Three.' }
  await plain.send(renderMail(to, () => ({ ...content, reference: 'ABCD-1234', isAnswerable: true })))
  await plain.send(renderMail(to, () => content))
  const [answerable, silent] = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)))
  expect(answerable?.from).toEqual({ name: 'Assent', address: 'assent@app.example' })
  expect(answerable?.replyTo).toMatchObject([{ address: 'support@app.example' }])
  expect(silent?.replyTo).toBeUndefined()
  expect(answerable?.attachments).toMatchObject([{ contentId: '<mark>', mimeType: 'image/png' }])
  expect(answerable?.html).toContain('src="cid:mark"')
  // Loads nothing from the network, in either scheme.
  expect(answerable?.html).not.toMatch(/(?:src|background)="https?:|url\(/)
  expect(answerable?.html).toContain('prefers-color-scheme: dark')
  for (const part of [answerable?.text, answerable?.html]) expect(part).toContain('Reference ABCD-1234')
  expect(silent?.text).not.toContain('Reference')
})

it('keeps a withheld mail waiting if the server is down from the start, and sends nothing if it is up (NO-3)', async () => {
  const { url, received, close } = await startSmtpServer()
  await open(url).withhold?.()
  expect(received).toEqual([])
  await close()
  const here = open(url)
  await expect(here.withhold?.()).rejects.toThrow()
  await expect(here.send(mail)).rejects.toThrow()
  await expect(here.withhold?.()).rejects.toThrow()
})

it('logs once when the mail server begins to fail, and once when it works again (MAIL-75)', async () => {
  const lines: unknown[] = []
  const note =
    (level: string): Logger['warn'] =>
    (fields, message) =>
      lines.push([level, fields, message])
  const passing = await startSmtpServer()
  const here = open(passing.url, {
    logger: { ...silentLogger, info: note('info'), warn: note('warn') },
  })
  await here.send(mail)
  // A refusal of one mailbox isn't a failure of the server.
  passing.refusal = { at: 'rcpt', code: 451, text: '4.7.1 Greylisted, try later' }
  await expect(here.send(mail)).rejects.toThrow()
  expect([lines, here.findWarning?.()]).toEqual([[], null])
  await here.withhold?.()

  passing.refusal = { at: 'rcpt', code: 530, text: '5.7.0 Authentication required' }
  await Promise.allSettled([here.send(mail), here.send(mail)])
  await expect(here.send(mail)).rejects.toThrow()
  // A withheld mail waits like the others; otherwise its sender could tell the difference (NO-3).
  await expect(here.withhold?.()).rejects.toThrow('the mail server takes no mails')
  expect(lines).toEqual([
    ['warn', { code: 'EENVELOPE', responseCode: 530 }, 'the mail server takes no mails'],
  ])
  expect(here.findWarning?.()).toBe(
    'The mail server takes no mails. Each is tried again for four days, as long as it is needed.',
  )

  passing.refusal = { at: 'rcpt', code: 550, text: '5.1.1 No such user' }
  expect(await here.send(mail)).toBe('no_such_mailbox')
  await here.send(mail)
  expect(lines.slice(1)).toEqual([['info', {}, 'the mail server takes mails again']])
  expect(here.findWarning?.()).toBeNull()
  await here.withhold?.()
  await passing.close()
  await expect(here.send(mail)).rejects.toThrow()
  expect(lines.slice(2)).toMatchObject([['warn', { code: 'ESOCKET' }, 'the mail server takes no mails']])
})
