import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { signUp, somebody } from './actions/account.ts'
import { fillThirdPartyForm, passGate } from './actions/age-verification.ts'
import { createPersonVerification } from './actions/person-verification.ts'

test('the owner downloads the sealed record and withdraws; anyone checks it, and a changed byte is found (OWNER-9, RECORD-15)', async ({
  page,
  browser,
}) => {
  const thirdParty = {
    fullName: 'Yuki Sato',
    email: `yuki-${Date.now()}@example.com`,
    socialMediaName: '@yuki',
  }
  const creator = somebody('Łukasz Wójcik')
  await signUp(page, creator)
  const link = await createPersonVerification(page, creator, thirdParty)
  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()

  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download record (PDF)' }).click()
  const record = await readFile(await (await download).path())
  expect(record.subarray(0, 5).toString()).toBe('%PDF-')

  // Somebody without any account.
  await theirPage.goto('/check')
  const choose = theirPage.getByLabel('Choose a record')
  const file = { name: 'record.pdf', mimeType: 'application/pdf' }
  await choose.setInputFiles({ ...file, buffer: record })
  await expect(theirPage.getByText('Genuine and unchanged')).toBeVisible()
  await expect(theirPage.getByText('Not withdrawn')).toBeVisible()
  await expect(theirPage.getByText(creator.fullName)).toHaveCount(0)

  await page.getByRole('button', { name: 'Withdraw consent', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await theirPage.goto('/check')
  await choose.setInputFiles({ ...file, buffer: record })
  await expect(theirPage.getByText('Genuine and unchanged')).toBeVisible()
  await expect(theirPage.getByText('Withdrawn', { exact: true })).toBeVisible()

  const changed = Buffer.from(record)
  const middle = changed.length >> 1
  changed[middle] = (changed[middle] ?? 0) ^ 1
  await theirPage.goto('/check')
  await choose.setInputFiles({ ...file, buffer: changed })
  await expect(theirPage.getByText(/Not the file that was sealed|Not a record of ours/)).toBeVisible()
  await expect(theirPage.getByText('Genuine and unchanged')).toHaveCount(0)
  await theirs.close()
})
