import { codesInMails } from '../../e2e/actions/mail.ts'

const button = (page, name) => page.getByRole('button', { name, exact: true })

/** Has a copy of one's data made, and waits for it. */
export async function* makeCopy(page) {
  await button(page, 'Download my data').click()
  yield 'asked'
  await page.getByText('Your copy is ready').waitFor({ timeout: 60_000 })
  yield 'ready'
}

/** The dialog that closes an account, up to a wrong password and a mailed code. */
export async function* closeAccount(page) {
  await button(page, 'Close my account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('Not-my-password-1')
  yield 'dialog'
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await page.getByText('Please type the password').waitFor()
  yield 'wrong'
}

/** Proves an address and looks at what is held about it. */
export async function* lookAtHeldData(page, { records }) {
  yield 'address'
  const { email } = records.pending.thirdParty
  await page.getByLabel('Your email').fill(email)
  await button(page, 'Mail me a code').click()
  await page.getByLabel('Code').waitFor()
  yield 'code'
  const [code = ''] = await codesInMails(page, email, 1)
  await page.getByLabel('Code').fill(code)
  await button(page, 'Confirm').click()
  await button(page, 'Erase what is held').waitFor()
  yield 'list'
  await button(page, 'Erase what is held').click()
  yield 'question'
}
