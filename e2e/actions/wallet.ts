import { expect, type Locator, type Page } from '@playwright/test'

/** Takes the browser's own dialog for wallets away, as most browsers are. */
export async function withoutOwnDialog(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'DigitalCredential'))
}

/** The address that the page asked for its wallet by, with the simulated wallet behind it. */
export async function askWallet(page: Page, press: Locator): Promise<string> {
  const begun = page.waitForResponse((answer) => /wallet-sessions$/.test(new URL(answer.url()).pathname))
  await press.click()
  const { request } = (await (await begun).json()) as { request: { uri: string } }
  return request.uri
}

/** Has the simulated wallet answer on the other phone: opens what the QR code says and presses one of its buttons. */
export async function answerOnOtherPhone(page: Page, uri: string, answer: string): Promise<void> {
  const phone = await page.context().browser()?.newPage()
  if (!phone) throw new Error('no browser for the other phone')
  await phone.goto(uri)
  await expect(phone.getByText('age_over_18, not kept')).toBeVisible()
  await phone.getByRole('button', { name: answer, exact: true }).click()
  await expect(phone.getByRole('heading', { name: /The answer was/ })).toBeVisible()
  await phone.close()
}

/** Proves by a QR code, from the press to the word of the page. */
export async function proveByCode(page: Page): Promise<void> {
  const uri = await askWallet(page, page.getByRole('button', { name: 'Prove my age with a wallet' }))
  await expect(page.getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
  await answerOnOtherPhone(page, uri, 'Yes, over 18')
  await expect(page.getByText('Proven: you’re 18 or over')).toBeVisible()
}
