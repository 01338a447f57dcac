import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { makePerson, signUp } from './actions/account.ts'
import { expectGood } from './actions/layout.ts'
import {
  finishAgeWizard,
  goOn,
  goPastText,
  goToOwnAge,
  passGate,
  signThirdPartyForm,
} from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

// The bank and the age key run in a process of their own, and a server of this file's own offers them.
const port = Number(process.env['E2E_PORT'] ?? 43_117) + 2
const origin = `http://localhost:${port}`
const folder = `${process.env['E2E_DATA_DIR']}-vouchers`
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
test.use({ baseURL: origin, ...phone })
test.describe.configure({ mode: 'default' })

const processes: ChildProcess[] = []
const answers = () =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 'no answer',
  )

test.beforeAll(async () => {
  const env = { ...process.env, PUBLIC_URL: origin, VOUCHERS_DIR: `${folder}/files`, DOCUMENT_READING: 'off' }
  const run = (script: string, ...given: string[]) => {
    const child = spawn(process.execPath, [script, ...given], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    processes.push(child)
    return child
  }
  const providers = run('simulators/voucher/main.ts', env.VOUCHERS_DIR)
  if (providers.stdout) await once(providers.stdout, 'data')
  run('scripts/serve-for-e2e.mjs', String(port), `${folder}-data`).stdout?.resume()
  await expect.poll(answers, { timeout: 300_000 }).toBe(200)
})
test.afterAll(async () => {
  for (const child of processes) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

const anyWay = 'A wallet, bank or age key alone, no pictures'
const list = (page: Page) => page.getByRole('list', { name: 'Prove your age and name' })

test('two people on phones finish with a bank and an age key, without a picture (VOUCHER-11, VOUCHER-13)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Łucja Nowak')
  const email = `sam-${Date.now()}@example.com`
  await signUp(page, creator)
  await goToOwnAge(page, creator, anyWay)
  await expect(list(page)).toBeVisible()
  await expectGood(page, 'the ways to prove an age')
  await list(page).getByRole('button', { name: 'Use my bank' }).click()
  await page.getByRole('button', { name: 'Prove my age with my bank' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You cancelled. We learned nothing.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expect(page.getByRole('textbox', { name: 'Signature' })).toHaveValue('Łucja Nowak')
  await page.getByRole('button', { name: 'Prove my age with my bank' }).click()
  await page.getByRole('button', { name: 'Continue as adult' }).click()
  await expect(page.getByText('Confirmed by your bank through Simulated bank.')).toBeVisible()
  const link = await finishAgeWizard(page, email)

  const theirPage = await (await browser.newContext({ baseURL: origin, ...phone })).newPage()
  const visited: string[] = []
  theirPage.on('framenavigated', (frame) => void visited.push(frame.url()))
  await passGate(theirPage, link, email)
  await goPastText(theirPage)
  await expect(list(theirPage)).toBeVisible()
  await expect(theirPage.getByLabel('Upload a government ID')).toHaveCount(0)
  // Four presses, and the form is there again.
  await list(theirPage).getByRole('button', { name: 'Use an age key' }).click()
  await theirPage.getByRole('button', { name: 'Prove my age with my age key' }).click()
  await theirPage.getByRole('button', { name: 'Continue as adult' }).click()
  await expect(theirPage.getByText('Confirmed by your age key of Simulated age key.')).toBeVisible()
  expect(new URL(theirPage.url()).pathname).toMatch(/^\/verify\/[0-9a-f-]{36}$/)
  // The token's address was replaced: nothing in the history leads to it.
  await expectGood(theirPage, 'an age that an age key confirmed')
  await goOn(theirPage)
  await signThirdPartyForm(theirPage, 'Sam O’Neill')
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()

  await page.goto(`/consent-form/${new URL(link).pathname.split('/').pop()}`)
  await expect(page.getByText('Verification Complete')).toBeVisible()
  await page.getByText('More', { exact: true }).click()
  await expect(page.getByText(/confirmed by their bank through Simulated bank/i).first()).toBeVisible()
  await expect(page.getByText(/age key of Simulated age key/i).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /photo|ID$/ })).toHaveCount(0)
})

test('a minor at a bank ends the request, and its creator learns only that (VOUCHER-5)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Łucja Nowak')
  const email = `sam-${Date.now()}@example.com`
  await signUp(page, creator)
  await goToOwnAge(page, creator, anyWay)
  await list(page).getByRole('button', { name: 'Use an age key' }).click()
  await page.getByRole('button', { name: 'Prove my age with my age key' }).click()
  await page.getByRole('button', { name: 'Continue as adult' }).click()
  await expect(page.getByText('Confirmed by your age key of Simulated age key.')).toBeVisible()
  const link = await finishAgeWizard(page, email)

  const theirPage = await (await browser.newContext({ baseURL: origin, ...phone })).newPage()
  await passGate(theirPage, link, email)
  await goPastText(theirPage)
  await list(theirPage).getByRole('button', { name: 'Use my bank' }).click()
  await theirPage.getByRole('button', { name: 'Prove my age with my bank' }).click()
  await theirPage.getByRole('button', { name: 'Continue as minor' }).click()
  await expect(theirPage.getByText('Your bank says you’re under 18')).toBeVisible()
  await page.goto(`/consent-form/${new URL(link).pathname.split('/').pop()}`)
  await expect(page.getByText('This verification was rejected')).toBeVisible()
  // The text that both were asked to sign names every way.
  await expect(page.getByText(/under 18|bank(?!, an eID or an age key)/i)).toHaveCount(0)
})
