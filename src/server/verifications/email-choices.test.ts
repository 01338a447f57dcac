import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EmailChoices } from '../../contract/email-choices.ts'
import linkWords from '../../words/en/link.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { everyRow, everythingKept } from '../testing/kept.ts'
import {
  correctAddress,
  createVerification,
  enter,
  from,
  newAddress,
  type Person,
  postJson,
  readAnswer,
  readRefusal,
  registerPaying,
  submitWhole,
} from '../testing/people.ts'
import { proveAddress, send } from '../testing/privacy-calls.ts'
import { fetchRecord, mailedLink, mailsTo, withdraw } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { dismissReports, forgetReportsJob, listReports } from './index.ts'

const hourMs = 60 * 60 * 1000
const test = soundAppForFile()
let ada: Person
let email: string
let id: string
beforeEach(async () => {
  test.clock.advance(dayMs)
  ada = await registerPaying(test, 'enterprise')
  email = `sam-${ada.id}@example.com`
  id = (await createVerification(test, ada, { type: 'person', thirdPartyEmail: email })).id
  await test.runJobs()
})

const invitations = async (address = email) =>
  (await mailsTo(test, address)).filter(({ subject }) => subject === 'You’ve been asked for a verification')

/** The token in the newest mail to an address. */
async function tokenIn(address = email): Promise<string> {
  const text = (await mailsTo(test, address)).at(-1)?.text ?? ''
  return /\/emails\?token=(\S+)/.exec(text)?.[1] ?? ''
}

const call = (method: string, path: string, body: unknown) =>
  test.app.request(
    path,
    { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    from(newAddress()),
  )
const look = (token: string) => readAnswer<EmailChoices>(call('POST', '/api/email-choices', { token }))
const choose = (token: string, choices: { blocksSender?: boolean; blocksAll?: boolean }) =>
  readAnswer<EmailChoices>(call('PUT', '/api/email-choices', { token, ...choices }))
const unsubscribe = (
  token: string,
  body: URLSearchParams | FormData | string = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
) => test.app.request(`/emails?token=${token}`, { method: 'POST', body }, from(newAddress()))
const atLink = (of: string, action: 'block' | 'report', address = newAddress()) =>
  test.app.request(`/api/public/verifications/${of}/${action}`, { method: 'POST' }, from(address))
const ask = async (by: Person, thirdPartyEmail = email) => {
  const made = await createVerification(test, by, { type: 'person', thirdPartyEmail })
  await test.runJobs()
  return made.id
}
const shownTo = async (by: Person, of: string) =>
  (await readAnswer<{ invitation: { state: string } }>(test.app.request(`/api/verifications/${of}`, by)))
    .invitation.state

describe('the footer of an email about a request', () => {
  it('links to a page, and lets mail programs unsubscribe in one step (BLOCK-1)', async () => {
    const folder = join(test.dataDir, 'outbox')
    const raw = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
    const mails = await Promise.all(raw.map((bytes) => PostalMime.parse(bytes)))
    const invitation = mails.find(({ to }) => to?.[0]?.address === email)
    const headers = Object.fromEntries((invitation?.headers ?? []).map(({ key, value }) => [key, value]))
    const token = await tokenIn()
    expect(headers['list-unsubscribe']).toBe(`<http://localhost:3000/emails?token=${token}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(invitation?.html).toContain(`/emails?token=${token}`)
    const other = mails.find(({ to }) => to?.[0]?.address === ada.email)
    expect(other?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  it('changes nothing when it is opened, or posted to with another body (BLOCK-1)', async () => {
    const token = await tokenIn()
    const before = await everythingKept(test)
    await test.app.request(`/emails?token=${token}`)
    await test.app.request(`/emails?token=${token}`, { method: 'HEAD' })
    expect(await look(token)).toMatchObject({ blocksSender: false, blocksAll: false, isReported: false })
    expect((await unsubscribe(token, new URLSearchParams({ other: 'One-Click' }))).status).toBe(400)
    expect((await unsubscribe(token, JSON.stringify({ 'List-Unsubscribe': 'One-Click' }))).status).toBe(400)
    expect(await everythingKept(test)).toEqual(before)
  })

  it('opens nothing with a forged, truncated or changed token (BLOCK-1)', async () => {
    const token = await tokenIn()
    const [, mailbox = '', mac = ''] = token.split('.')
    const other = await ask(await registerPaying(test, 'enterprise'), `other-${ada.id}@example.com`)
    for (const forged of ['', 'x', `${id}.${mailbox}`, `${other}.${mailbox}.${mac}`, `${id}.${mac}.${mac}`]) {
      expect(await readRefusal(await call('POST', '/api/email-choices', { token: forged }))).toEqual([
        404,
        'not_found',
      ])
      const choices = { token: forged, blocksSender: true, blocksAll: true }
      expect((await call('PUT', '/api/email-choices', choices)).status).toBe(404)
      expect((await call('POST', '/api/email-choices/report', { token: forged })).status).toBe(404)
      expect((await unsubscribe(forged)).status).toBe(404)
    }
    expect(await test.database.rows(sql`SELECT 1 FROM email_blocks`)).toEqual([])
  })
})

describe('a block', () => {
  it("of a sender stops only that sender's emails, for every spelling of the mailbox, and can be undone from the same email (BLOCK-2, BLOCK-6)", async () => {
    const token = await tokenIn()
    expect(await choose(token, { blocksSender: true, blocksAll: false })).toMatchObject({
      blocksSender: true,
    })
    const again = await ask(ada, email.toUpperCase().replace('@', '+new@'))
    expect(await invitations()).toHaveLength(1)
    expect(await mailsTo(test, email.replace('@', '+new@'))).toEqual([])
    expect(await shownTo(ada, again)).toBe('accepted')
    await ask(await registerPaying(test, 'enterprise'))
    expect(await invitations()).toHaveLength(2)
    await choose(token, { blocksSender: false, blocksAll: false })
    await ask(ada)
    expect(await invitations()).toHaveLength(3)
  })

  it('of every sender stops all requests by email, with both bodies that mail programs send (BLOCK-3)', async () => {
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const body of [undefined, form]) {
      const token = await tokenIn()
      expect((await unsubscribe(token, body)).status).toBe(204)
      expect(await look(token)).toMatchObject({ blocksSender: false, blocksAll: true })
      const before = (await invitations()).length
      await ask(await registerPaying(test, 'enterprise'))
      expect(await invitations()).toHaveLength(before)
      expect(await choose(token, { blocksSender: false, blocksAll: false })).toMatchObject({
        blocksAll: false,
      })
    }
  })

  it('stays when another choice is made on a page that was opened before (BLOCK-3)', async () => {
    const token = await tokenIn()
    const opened = await look(token)
    expect((await unsubscribe(token)).status).toBe(204)
    // That page sends only the changed choice.
    expect(opened.blocksAll).toBe(false)
    expect(await choose(token, { blocksSender: true })).toMatchObject({ blocksSender: true, blocksAll: true })
    expect(await choose(token, { blocksAll: false })).toMatchObject({ blocksSender: true, blocksAll: false })
  })

  it('at the link blocks its sender for the address of the link, and cannot be undone there (BLOCK-2)', async () => {
    expect((await atLink(id, 'block')).status).toBe(204)
    await ask(ada)
    expect(await invitations()).toHaveLength(1)
    await ask(ada, `other-${ada.id}@example.com`)
    expect(await mailsTo(test, `other-${ada.id}@example.com`)).toHaveLength(1)
    expect((await atLink('6f9619ff-8b86-4d11-b42d-00c04fc964ff', 'block')).status).toBe(404)
  })

  it('is shown to the creator as an accepted email, even if an earlier address of the request was refused (BLOCK-6)', async () => {
    const { mailer } = test.platform
    const wrong = `wrong-${ada.id}@example.com`
    const send: typeof mailer.send = async (mail, options) =>
      mail.to === wrong ? 'no_such_mailbox' : mailer.send(mail, options)
    test.platform.mailer = { ...mailer, send }
    const mistyped = await ask(ada, wrong)
    test.platform.mailer = mailer
    expect(await shownTo(ada, mistyped)).toBe('address_refused')
    await atLink(id, 'block')
    test.clock.advance(1)
    expect((await correctAddress(test, ada, mistyped, email)).status).toBe(200)
    await test.runJobs()
    expect([await shownTo(ada, mistyped), await invitations()]).toMatchObject(['accepted', { length: 1 }])
  })

  it('never stops a record, a withdrawal or a code (BLOCK-4)', async () => {
    const token = await tokenIn()
    await choose(token, { blocksSender: true, blocksAll: true })
    const samsRecord = await createVerification(test, await registerPaying(test, 'enterprise'), {
      type: 'person',
    })
    await test.runJobs()
    const sam = 'sam@example.com'
    await choose(await tokenIn(sam), { blocksSender: true, blocksAll: true })
    const before = (await mailsTo(test, sam)).length
    expect((await submitWhole(test, await enter(test, samsRecord.id))).status).toBe(200)
    await test.runJobs()
    const link = await mailedLink(test, samsRecord.id)
    expect((await fetchRecord(test, samsRecord.id, link)).status).toBe(200)
    expect((await withdraw(test, samsRecord.id, link)).status).toBe(200)
    await test.runJobs()
    expect((await mailsTo(test, sam)).length).toBeGreaterThanOrEqual(before + 2)
    // A code that the person requests themselves.
    const held = await proveAddress(test, sam)
    expect((await test.app.request('/api/my-data', { headers: held })).status).toBe(200)
    const texts = (await mailsTo(test, sam)).slice(before).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('/emails?token='))).toEqual([])
  })

  it('is shown and can be ended at What is held about me, and survives an erasure (BLOCK-5)', async () => {
    await choose(await tokenIn(), { blocksSender: true, blocksAll: true })
    const read = async () =>
      readAnswer<{ blocks: object }>(
        test.app.request('/api/my-data', { headers: await proveAddress(test, email) }),
      )
    expect((await read()).blocks).toEqual({ senders: 1, all: true })
    await send(test, '/api/my-data/erasure', {}, await proveAddress(test, email))
    expect((await read()).blocks).toEqual({ senders: 1, all: true })
    test.clock.advance(hourMs)
    const headers = await proveAddress(test, email)
    expect((await test.app.request('/api/my-data/blocks', { method: 'DELETE', headers })).status).toBe(204)
    expect((await read()).blocks).toEqual({ senders: 0, all: false })
  })

  it('stores no address (BLOCK-5)', async () => {
    await choose(await tokenIn(), { blocksSender: true, blocksAll: true })
    const rows = await test.database.rows(sql`SELECT * FROM email_blocks`)
    expect(JSON.stringify(rows)).not.toContain('sam@')
    expect(await everyRow(test)).not.toContain(await tokenIn())
  })
})

describe('a report', () => {
  /** Makes a request of the sender to a new mailbox, and reports it at its link from a network. */
  async function reported(by: Person, n: number, network = newAddress()): Promise<string> {
    const made = await ask(by, `asked-${n}-${by.id}@example.com`)
    expect((await atLink(made, 'report', network)).status).toBe(204)
    return made
  }

  it('is hidden from the sender, and shown only to the reader of an email who made it (REPORT-1)', async () => {
    const text = async () => (await test.app.request(`/api/verifications/${id}`, ada)).text()
    const before = [await text(), await mailsTo(test, ada.email)]
    for (let n = 0; n < 3; n += 1) expect((await atLink(id, 'report')).status).toBe(204)
    const token = await tokenIn()
    expect(await look(token)).toMatchObject({ isReported: false })
    expect((await call('POST', '/api/email-choices/report', { token })).status).toBe(204)
    await test.runJobs()
    expect([await text(), await mailsTo(test, ada.email)]).toEqual(before)
    const reports = await listReports(test.database, test.clock.now())
    const ofRequest = reports.filter(({ verificationId }) => verificationId === id)
    expect(ofRequest.map(({ from }) => from).sort()).toEqual(['email', 'link', 'link', 'link'])
    expect(ofRequest.map(({ isSenderPaused }) => isSenderPaused)).toEqual([false, false, false, false])
    expect(await look(token)).toMatchObject({ isReported: true })
  })

  it("is hidden from a sender who owns an earlier address, and not blocked by the sender's own reports (REPORT-1, REPORT-2)", async () => {
    const network = newAddress()
    for (let n = 0; n < 2; n += 1) {
      const own = `own-${n}-${ada.id}@example.com`
      const made = await ask(ada, own)
      const token = await tokenIn(own)
      await atLink(made, 'report', network)
      const victim = `victim-${n}-${ada.id}@example.com`
      expect((await correctAddress(test, ada, made, victim)).status).toBe(200)
      await test.runJobs()
      const before = await look(token)
      await atLink(made, 'report', network)
      expect((await call('POST', '/api/email-choices/report', { token: await tokenIn(victim) })).status).toBe(
        204,
      )
      expect(await look(token)).toEqual(before)
    }
    const readPauses = async () => {
      const reports = await listReports(test.database, test.clock.now())
      return new Set(
        reports.filter(({ senderId }) => senderId === ada.id).map(({ isSenderPaused }) => isSenderPaused),
      )
    }
    expect(await readPauses()).toEqual(new Set([false]))
    await reported(ada, 3, network)
    expect(await readPauses()).toEqual(new Set([true]))
  })

  it('of three requests by three mailboxes from three networks pauses the emails of a sender, who sees them as sent (REPORT-2)', async () => {
    for (let n = 0; n < 2; n += 1) await reported(ada, n)
    await ask(ada)
    expect(await invitations()).toHaveLength(2)
    await reported(ada, 2)
    const made = await ask(ada)
    expect(await invitations()).toHaveLength(2)
    expect(await shownTo(ada, made)).toBe('accepted')
    const other = await ask(await registerPaying(test, 'enterprise'))
    expect(await invitations()).toHaveLength(3)
    expect(other).not.toBe(made)
    expect((await listReports(test.database, test.clock.now()))[0]).toMatchObject({ isSenderPaused: true })
    // The operator dismisses the reports.
    expect(await dismissReports(test.database, ada.id, test.clock.now())).toBe(3)
    await ask(ada)
    expect(await invitations()).toHaveLength(4)
  })

  it('leaves requests that read the same to their creator as after a block, a private no and none of these (OWNER-6, BLOCK-6, NO-3, REPORT-2)', async () => {
    const ends: Record<string, (by: Person, request: string, to: string) => Promise<unknown>> = {
      nothing: async () => {},
      'a pause': async (by) => {
        for (let n = 0; n < 3; n += 1) await reported(by, n)
      },
      'a block': async (_, request) => atLink(request, 'block'),
      'a private no': async (_, request, to) => {
        const { headers } = await enter(test, request, to)
        const path = `/api/public/verifications/${request}/private-no`
        expect((await postJson(test, path, {}, headers)).status).toBe(204)
      },
    }
    for (const [name, end] of Object.entries(ends)) {
      const by = await registerPaying(test, 'enterprise')
      const to = `to-${by.id}@example.com`
      const earlier = await ask(by, to)
      await end(by, earlier, to)
      test.clock.advance(60_000)
      const mailed = (await invitations(to)).length
      expect((await postJson(test, `/api/verifications/${earlier}/invitation`, {}, by.headers)).status).toBe(
        204,
      )
      await test.runJobs()
      const later = await ask(by, to)
      // What stops the emails is seen in the mailbox alone.
      const stops = { nothing: 2, 'a private no': 1 }[name] ?? 0
      expect((await invitations(to)).length - mailed, name).toBe(stops)
      const list = await readAnswer<{ items: { id: string; invitation: object }[] }>(
        test.app.request('/api/verifications?limit=20', by),
      )
      for (const request of [earlier, later]) {
        const { invitation } = await readAnswer<{ invitation: { state: 'accepted' } }>(
          test.app.request(`/api/verifications/${request}`, by),
        )
        expect(invitation, name).toEqual({ state: 'accepted', at: test.clock.now().toISOString() })
        expect(list.items.find((item) => item.id === request)?.invitation, name).toEqual(invitation)
        const words = linkWords.invitation.states[invitation.state]
        expect(words.since({ at: '1 May' })).toBe('Invited 1 May.')
        expect(words.says).toBe('We can’t tell if our email arrived or was read.')
      }
    }
  })

  it('of fewer than three requests pauses no emails, however often their addresses are corrected (REPORT-2)', async () => {
    const links = [
      await ask(ada, `first-${ada.id}@example.com`),
      await ask(ada, `second-${ada.id}@example.com`),
    ]
    for (const [n, link] of [...links, ...links].entries()) {
      if (n > 1) {
        const corrected = `corrected-${n}-${ada.id}@example.com`
        expect((await correctAddress(test, ada, link, corrected)).status).toBe(200)
      }
      expect((await atLink(link, 'report')).status).toBe(204)
    }
    const before = (await invitations()).length
    await ask(ada)
    expect(await invitations()).toHaveLength(before + 1)
    await reported(ada, 3)
    await ask(ada)
    expect(await invitations()).toHaveLength(before + 1)
  })

  it('by one network or one mailbox pauses no emails, however often it comes (REPORT-2)', async () => {
    const network = newAddress()
    for (let n = 0; n < 4; n += 1) await reported(ada, n, network)
    const bea = await registerPaying(test, 'enterprise')
    for (let n = 0; n < 4; n += 1) await atLink(await ask(bea, `one+${n}@example.com`), 'report')
    for (const sender of [ada, bea]) {
      const before = (await invitations()).length
      await ask(sender)
      expect(await invitations()).toHaveLength(before + 1)
    }
  })

  it('is accepted sixty times a day from a network, and stored once (REPORT-3)', async () => {
    const network = newAddress()
    const answers: number[] = []
    for (let n = 0; n < 62; n += 1) answers.push((await atLink(id, 'report', network)).status)
    expect(answers.filter((status) => status === 204)).toHaveLength(60)
    expect(answers.slice(60)).toEqual([429, 429])
    const reports = await listReports(test.database, test.clock.now())
    expect(reports.filter(({ verificationId }) => verificationId === id)).toHaveLength(1)
  })

  it('is deleted after a year, and causes a pause for ninety days (REPORT-2)', async () => {
    for (let n = 0; n < 3; n += 1) await reported(ada, n)
    test.clock.advance(90 * dayMs)
    const mine = async () =>
      (await listReports(test.database, test.clock.now())).filter(({ senderId }) => senderId === ada.id)
    expect((await mine()).map(({ isSenderPaused }) => isSenderPaused)).toEqual([false, false, false])
    test.clock.advance(276 * dayMs)
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetReportsJob, {}))
    await test.runJobs()
    expect(await mine()).toEqual([])
  })
})

it("the erasure of the sender's account deletes their blocks and reports (BLOCK-5)", async () => {
  await choose(await tokenIn(), { blocksSender: true, blocksAll: false })
  await atLink(id, 'report')
  await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
  await test.runJobs()
  test.clock.advance(8 * dayMs)
  const { eraseAccountsJob } = await import('../privacy/index.ts')
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
  await test.runJobs()
  for (const table of [sql`email_blocks`, sql`request_reports`])
    expect(await test.database.rows(sql`SELECT 1 FROM ${table} WHERE sender_id = ${ada.id}`)).toEqual([])
})
