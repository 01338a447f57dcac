import { expect, type Page } from '@playwright/test'
import { linkInMail } from './mail.ts'

/** Uses the link in somebody's confirmation mail, as the button behind it does. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const link = new URL(await linkInMail(page, email, /^Confirm your email address$/))
  const token = link.searchParams.get('token_hash') ?? link.searchParams.get('token')
  const answer = await page.request.post('/auth/v1/verify', { data: { type: 'signup', token_hash: token } })
  expect(answer.status()).toBe(200)
}
