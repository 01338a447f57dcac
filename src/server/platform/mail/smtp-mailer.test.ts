import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { createSmtpMailer, type Mailer } from './index.ts'

type Received = { recipients: string[]; raw: string }

const received: Received[] = []
let refuseNext: Error | null = null
let server: SMTPServer
let mailer: Mailer

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refuseNext
        refuseNext = null
        if (refusal) return done(refusal)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  mailer = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    from: 'Assent <assent@app.example>',
    clock: new ManualClock(new Date('2026-03-11T12:00:00Z')),
  })
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    }),
)
beforeEach(() => {
  received.length = 0
})

const mail = { to: 'ann@example.org', subject: 'Zażółć', text: 'Text – ż', html: '<p>HTML – ż</p>' }

it('hands a mail with both parts to exactly one recipient', async () => {
  await mailer.send(mail, { id: 'job-7' })
  expect(received).toHaveLength(1)
  expect(received[0]?.recipients).toEqual(['ann@example.org'])
  const parsed = await PostalMime.parse(received[0]?.raw ?? '')
  expect(parsed).toMatchObject({
    subject: 'Zażółć',
    from: { name: 'Assent', address: 'assent@app.example' },
    to: [{ address: 'ann@example.org' }],
    messageId: '<job-7@app.example>',
    date: '2026-03-11T12:00:00.000Z',
  })
  expect(parsed.text?.trim()).toBe('Text – ż')
  expect(parsed.html?.trim()).toBe('<p>HTML – ż</p>')
  expect(received[0]?.raw).toContain('Auto-Submitted: auto-generated')
})

it.each([
  'ann@example.org\r\nBcc: eve@example.org',
  'ann@example.org, eve@example.org',
  'Ann <ann@example.org>',
  'ann@example.org\r\nRCPT TO:<eve@example.org>',
])('sends nothing to %j', async (to) => {
  await expect(mailer.send({ ...mail, to })).rejects.toThrow('plain mail address')
  expect(received).toEqual([])
})

it('sends nothing with a subject that would add a header', async () => {
  await expect(mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.org' })).rejects.toThrow(
    'control character',
  )
  expect(received).toEqual([])
})

it('rejects when the server does not take the mail', async () => {
  refuseNext = Object.assign(new Error('try later'), { responseCode: 451 })
  await expect(mailer.send(mail)).rejects.toThrow()
  expect(received).toEqual([])
})

it('rejects when there is no server', async () => {
  const nowhere = createSmtpMailer({
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'assent@app.example',
    clock: new ManualClock(new Date()),
  })
  await expect(nowhere.send(mail)).rejects.toThrow()
})
