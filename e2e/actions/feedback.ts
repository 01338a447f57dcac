import { expect, type Locator, type Page, type Request } from '@playwright/test'

export function feedbackDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your feedback' })
}

/** Sends the dialog's feedback and waits until it has arrived. Returns the request. */
export async function sendFeedback(page: Page): Promise<Request> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/feedback'))
  await feedbackDialog(page).getByRole('button', { name: 'Send feedback' }).click()
  const answer = await answered
  expect(answer.status()).toBe(204)
  await expect(feedbackDialog(page)).toBeHidden()
  await expect(page.getByText('Thank you for your feedback')).toBeVisible()
  return answer.request()
}
