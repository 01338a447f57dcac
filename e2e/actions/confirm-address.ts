import { expect, type Page } from '@playwright/test'
import { linkInMail } from './mail.ts'

/** Uses the link in the confirmation mail of the person who is signed in on the page, as the button behind it does. */
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
