import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createOutboxMailer } from './index.ts'

const folder = folderForFile()

const clock = new ManualClock(new Date('2026-03-11T12:00:00Z'))
const supportEmail = 'support@app.example'
const open = (name: string, from = 'assent@app.example') =>
  createOutboxMailer({ folder: join(folder, name), from, supportEmail, clock })
const mail = { to: 'ann@example.org', subject: 'Zażółć', text: 'Text – ż', html: '<p>HTML – ż</p>' }

it('writes each mail as one file readable only by its owner, and lists the newest first (MAIL-15)', async () => {
  const outbox = join(folder, 'made', 'on demand')
  const mailer = open('made/on demand', 'Assent <assent@app.example>')
  expect(await mailer.outbox.listNewest(10)).toEqual([])
  await mailer.send(mail, { id: 'first' })
  clock.advance(1000)
  await mailer.send({ ...mail, subject: 'Second' }, { id: 'second' })

  const names = await readdir(outbox)
  expect(names.sort()).toEqual(['2026-03-11T12-00-00-000Z-first.eml', '2026-03-11T12-00-01-000Z-second.eml'])
  const [name = ''] = names
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(outbox, name), 'utf8')).toMatch(/^From: Assent <assent@app\.example>\r$/m)

  const mails = await mailer.outbox.listNewest(10)
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'Zażółć'])
  expect(mails[1]).toMatchObject({
    to: 'ann@example.org',
    from: 'assent@app.example',
    sentAt: '2026-03-11T12:00:00.000Z',
  })
  expect(mails[1]?.text.trim()).toBe('Text – ż')
  expect(mails[1]?.html.trim()).toBe('<p>HTML – ż</p>')
  expect(await mailer.outbox.listNewest(1)).toHaveLength(1)
})

it('stores a mail once when it is handed over again after a lost answer', async () => {
  const mailer = open('again')
  await mailer.send(mail, { id: 'same' })
  clock.advance(1000)
  expect(await mailer.send(mail, { id: 'same', isRepeat: true })).toBe('accepted')
  expect(await mailer.send(mail, { id: 'other', isRepeat: true })).toBe('accepted')
  expect(await mailer.outbox.listNewest(10)).toHaveLength(2)
})

it('removes files that a killed process left unfinished', async () => {
  const half = join(folder, 'half', 'half.eml.1.tmp')
  await open('half').send(mail)
  await writeFile(half, 'To: ann@example.org')
  await utimes(half, 0, 0)
  await open('half').send(mail)
  const names = await readdir(join(folder, 'half'))
  expect(names.map((name) => name.slice(-4))).toEqual(['.eml', '.eml'])
})

it('leaves a plain text unchanged, with long links unbroken', async () => {
  const mailer = open('plain')
  const link = `http://localhost:3000/verify?token=${'x'.repeat(200)}&type=signup`
  await mailer.send({ ...mail, text: `Open\n${link}\n` }, { id: 'plain' })
  const [read] = await mailer.outbox.listNewest(1)
  expect(read?.text).toContain(link)
  expect(await readFile(join(folder, 'plain', read?.name ?? ''), 'utf8')).toContain(`\r\n${link}\r\n`)
})

it('reads nothing outside its folder', async () => {
  for (const name of ['../x.eml', '/etc/passwd', 'none.eml', '', '..'])
    expect(await open('.').outbox.find(name)).toBeNull()
})

it('writes nothing for a recipient that is not exactly one address', async () => {
  const mailer = open('empty')
  await expect(mailer.send({ ...mail, to: 'ann@example.org\r\nBcc: eve@example.org' })).rejects.toThrow()
  expect(await mailer.outbox.listNewest(10)).toEqual([])
})
