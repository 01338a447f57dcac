import { readFile } from 'node:fs/promises'
import { makePerson, signUp } from './actions/account.ts'
import { expectGood } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { fillPersonWizard, fillThirdPartyForm, generateLink, goOn, passGate } from './actions/verification.ts'
import { expect, test } from './test.ts'

test('a consent for 24 hours is announced before either signs, and its end is shown on both pages, in the history and on the check page (VALID-4, VALID-5)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Łukasz Wójcik')
  const thirdParty = {
    fullName: 'Yuki Sato',
    email: `yuki-${Date.now()}@example.com`,
    socialMediaName: '@yuki',
  }
  await signUp(page, creator)
  await fillPersonWizard(page, creator, thirdParty)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Valid until withdrawn.')).toBeVisible()
  await page.getByRole('button', { name: 'Set a time limit' }).click()
  await page.getByLabel('How long the consent is valid').selectOption('24 hours')
  await expectGood(page, 'choosing how long the consent is valid')
  await goOn(page)
  await goOn(page)
  await expect(page.getByText('Valid for 24 hours after they submit.')).toBeVisible()
  const link = await generateLink(page)

  const theirPage = await (await browser.newContext()).newPage()
  await passGate(theirPage, link, thirdParty.email)
  await expect(theirPage.getByText('24 hours from the moment you submit.')).toBeVisible()
  await expectGood(theirPage, 'a form with a row about the validity')
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  const until = /^Valid until .+[0-9:]+ .+\.$/
  await expect(theirPage.getByText(until)).toBeVisible()
  const shown = (await theirPage.getByText(until).textContent()) ?? ''

  await page.setViewportSize(phone)
  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  await expect(page.getByText(shown)).toBeVisible()
  const { y = 0, height = 0 } =
    (await page.getByRole('button', { name: 'Withdraw', exact: true }).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(phone.height)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const record = await readFile(await (await download).path())
  await page.goto('/history')
  await expect(page.getByText(/^valid until /)).toBeVisible()
  await theirPage.goto('/check')
  await theirPage
    .getByLabel('Choose a record')
    .setInputFiles({ name: 'record.pdf', mimeType: 'application/pdf', buffer: record })
  await expect(theirPage.getByText('Genuine and unchanged')).toBeVisible()
  await expect(theirPage.getByText('Valid until', { exact: true })).toBeVisible()
})
