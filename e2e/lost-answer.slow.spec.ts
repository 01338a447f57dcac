import { makePerson, signUp } from './actions/account.ts'
import { confirmAddress, mailsTo } from './actions/mail.ts'
import { fillPersonWizard, generateLink } from './actions/verification.ts'
import { expect, test } from './test.ts'

test('a creation whose answer is lost creates one record, however often it is retried (CREATE-12)', async ({
  page,
}) => {
  const creator = makePerson('Ines Carvalho')
  const thirdParty = {
    fullName: 'Tom Becker',
    email: `tom-${Date.now()}@example.com`,
    socialMediaName: '@tom.b',
  }
  await signUp(page, creator)
  await confirmAddress(page, creator.email)
  await fillPersonWizard(page, creator, thirdParty)
  // The creation deletes the saved draft, so only this tab has it when the answer is lost.
  await expect(page.getByText('Draft saved')).toBeVisible()

  // The request arrives and is carried out, but its answer is lost. Twice.
  const carriedOut: number[] = []
  const browser = await page.context().newCDPSession(page)
  browser.on('Fetch.requestPaused', async ({ requestId, responseStatusCode = 0 }) => {
    carriedOut.push(responseStatusCode)
    await browser.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
    if (carriedOut.length === 2) await browser.send('Fetch.disable')
  })
  const patterns = [{ urlPattern: '*/api/verifications', requestStage: 'Response' as const }]
  await browser.send('Fetch.enable', { patterns })
  const generate = page.getByRole('button', { name: 'Generate Verification Link' })
  await generate.click()
  await expect(page.getByRole('alert').getByText('Error creating link')).toBeVisible()
  await page.reload()
  await generate.click()
  await expect(page.getByRole('alert').getByText('Error creating link')).toBeVisible()
  expect(carriedOut).toEqual([201, 201])
  await expect(page.getByText('This draft changed elsewhere')).toBeHidden()

  const link = await generateLink(page)
  await page.goto('/history')
  await expect(page.getByRole('tab', { name: 'All (1)' })).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Verification link' })).toHaveValue(link)
  await expect.poll(async () => (await mailsTo(page, thirdParty.email, /verification/)).length).toBe(1)

  await page.goto('/person-verification')
  await expect(page.getByText('Subscription Limit Reached')).toBeVisible()
})
