import { expect, type Locator, type Page } from '@playwright/test'

/** Removes the browser's own dialog for wallets, which most browsers don't have. */
export async function withoutOwnDialog(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'DigitalCredential'))
}

/** The address with which the page opens a wallet, here the simulated one. */
export async function askWallet(page: Page, press: Locator): Promise<string> {
  const begun = page.waitForResponse((answer) => /wallet-sessions$/.test(new URL(answer.url()).pathname))
  await press.click()
  const { request } = (await (await begun).json()) as { request: { uri: string } }
  return request.uri
}

/**
 * Lets the simulated wallet answer on another phone: opens the address in the QR code and presses one of its buttons.
 */
export async function answerOnOtherPhone(page: Page, uri: string, answer: string): Promise<void> {
  const phone = await page.context().browser()?.newPage()
  if (!phone) throw new Error('no browser for the other phone')
  await phone.goto(uri)
  await expect(phone.getByText('age_over_18, not kept')).toBeVisible()
  await phone.getByRole('button', { name: answer, exact: true }).click()
  // Refused in the wallet, or taken on the page that it opens then.
  await expect(
    phone.getByRole('heading', { name: /The answer was|Go back to where you started/ }),
  ).toBeVisible()
  await phone.close()
}

/** Proves with a QR code, from the button to the page's confirmation. */
export async function proveByCode(page: Page): Promise<void> {
  const uri = await askWallet(page, page.getByRole('button', { name: 'Prove my age with a wallet' }))
  await expect(page.getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
  await answerOnOtherPhone(page, uri, 'Yes, over 18')
  await expect(page.getByText('Proven: you’re 18 or over')).toBeVisible()
}
