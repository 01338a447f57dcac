import { makePerson, signUp } from './actions/account.ts'
import { fillThirdPartyForm, makeVerification, passGate } from './actions/verification.ts'
import { expect, test } from './test.ts'

test('when two people complete one link at the same moment, one wins and the other is told (STATE-5)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Hanna Virtanen')
  const thirdParty = {
    fullName: 'Diego Ruiz',
    email: `diego-${Date.now()}@example.com`,
    socialMediaName: '@diego',
  }
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)

  const contexts = [await browser.newContext(), await browser.newContext()]
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  const [first, second] = pages
  if (!first || !second) throw new Error('two pages were opened')
  await passGate(first, link, thirdParty.email)
  await fillThirdPartyForm(first, thirdParty)
  // The same address in another browser, which has its own uploads.
  await passGate(second, link, thirdParty.email)
  await fillThirdPartyForm(second, thirdParty)
  for (const theirs of pages)
    await expect(theirs.getByRole('button', { name: 'Submit Verification' })).toBeEnabled()
  await Promise.all(
    pages.map((theirs) => theirs.getByRole('button', { name: 'Submit Verification' }).click()),
  )

  // The loser's signature doesn't count, and the page doesn't claim that it does.
  const won = (index: number) => pages[index]?.getByText('Verification successful').first().isVisible()
  await expect.poll(async () => [await won(0), await won(1)].filter(Boolean).length).toBe(1)
  for (const theirs of pages)
    await expect(theirs.getByRole('button', { name: 'Submit Verification' })).toHaveCount(0)
  for (const context of contexts) await context.close()

  await page.goto('/history')
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(1)
})
