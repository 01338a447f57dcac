import { expect, type Page } from '@playwright/test'
import { inLanguage } from './in-language.ts'

type Sender = Pick<Page, 'request'>

type Mail = { to: string; subject: string; text: string }

/** A link in the newest mail to an address whose subject matches, by default the first link. */
export async function linkInMail(
  page: Sender,
  to: string,
  subject: RegExp,
  link = /https?:\/\/\S+/,
): Promise<string> {
  const newest = async () => {
    const [mail] = await mailsTo(page, to, subject)
    return link.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(newest).not.toBe('')
  return newest()
}

/** The codes mailed to an address at the gate, newest first, as soon as there are this many. */
export async function codesInMails(page: Sender, to: string, count: number): Promise<string[]> {
  const codes = async () => {
    const mails = await mailsTo(page, to, /^Your confirmation code$/)
    return mails.flatMap(({ text }) => /^\d{6,8}$/m.exec(text)?.[0] ?? [])
  }
  await expect.poll(async () => (await codes()).length).toBe(count)
  return codes()
}

/** The mails to an address whose subject matches, newest first. */
export async function mailsTo(page: Sender, to: string, subject: RegExp): Promise<Mail[]> {
  const mails: Mail[] = await (
    await page.request.get('/dev/outbox', { headers: { accept: 'application/json' } })
  ).json()
  const known = inLanguage(page, subject)
  return mails.filter((mail) => mail.to.includes(to) && known.test(mail.subject))
}

/** Passes the gate of a link that mails a code. */
export async function passGateByCode(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const [code = ''] = await codesInMails(page, email, 1)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** Uses the link in the confirmation mail of the person signed in on the page, like the button on its page. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const link = new URL(await linkInMail(page, email, /^Confirm your email address$/))
  const token = link.searchParams.get('token_hash') ?? link.searchParams.get('token')
  const bearer = await page.evaluate(
    () => JSON.parse(localStorage.getItem('assent.session') ?? '{}').access_token,
  )
  const answer = await page.request.post('/auth/v1/links/use', {
    headers: { authorization: `Bearer ${bearer}` },
    data: { type: 'signup', token },
  })
  expect(answer.status()).toBe(200)
}
