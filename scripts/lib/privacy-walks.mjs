import { codesInMails } from '../../e2e/actions/mail.ts'

const getButton = (page, name) => page.getByRole('button', { name, exact: true })

/** Has a copy of one's data made, and waits for it. */
export async function* makeCopy(page) {
  await getButton(page, 'Download my data').click()
  yield 'asked'
  await page.getByText('Your copy is ready').waitFor({ timeout: 60_000 })
  yield 'ready'
}

/** The dialog that closes an account, up to a wrong password and a mailed code. */
export async function* closeAccount(page) {
  await getButton(page, 'Close my account').click()
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
  await getButton(page, 'Mail me a code').click()
  await page.getByLabel('Code').waitFor()
  yield 'code'
  const [code = ''] = await codesInMails(page, email, 1)
  await page.getByLabel('Code').fill(code)
  await getButton(page, 'Confirm').click()
  await getButton(page, 'Erase what is held').waitFor()
  yield 'list'
  await getButton(page, 'Erase what is held').click()
  yield 'question'
}
