import { makePerson, signUp } from './actions/account.ts'
import { idPdf } from './actions/capture.ts'
import { cards, goToCheckout, pay } from './actions/plan.ts'
import {
  createAgeVerification,
  fillThirdPartyForm,
  makeVerification,
  passGate,
} from './actions/verification.ts'
import { expect, test } from './test.ts'

test('two people complete an age verification, the owner sees it become Verified, and the documents on a paid plan (PRODUCT-2, OWNER-4, LIVE-1, AGE-7)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Łucja Nowak')
  const thirdParty = {
    fullName: 'Sam O’Neill',
    email: `sam-${Date.now()}@example.com`,
    socialMediaName: '@sam.oneill',
  }
  await signUp(page, creator)
  const link = await createAgeVerification(
    page,
    creator,
    thirdParty,
    'No photos are shared with anybody else.\nNo videos either.',
    idPdf('id.pdf', 2),
  )

  const id = link.split('/').pop() ?? ''
  await page.goto(`/consent-form/${id}`)
  await expect(page.getByText('Awaiting Third Party Verification')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  // It was uploaded as a PDF of two pages, and is shown as one picture of them.
  await expect(page.getByRole('img', { name: 'Your ID' })).toHaveAttribute('data-shown', 'true')

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, ` ${thirdParty.email.toUpperCase()} `)
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await theirs.close()

  // The owner's page was open the whole time and isn't reloaded.
  await expect(page.getByText('Verification Complete')).toBeVisible()
  await expect(page.getByText('Awaiting Third Party Verification')).toBeHidden()
  await expect(page.getByText('Sam O’Neill').first()).toBeVisible()

  // The third party's documents are part of the paid plans; the creator's own are included in every plan.
  await expect(page.getByText('You can open Sam O’Neill’s photo and ID with a paid plan')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Third party/ })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await goToCheckout(page, 'Monthly')
  await pay(page, cards.pays)
  await page.waitForURL('**/dashboard')
  await page.goto(`/consent-form/${id}`)
  for (const name of ['Your photo', 'Your ID', "Third party's photo", "Third party's ID"])
    await expect(page.getByRole('img', { name })).toHaveAttribute('data-shown', 'true')

  await page.goto('/history')
  await expect(page.getByRole('tab', { name: 'All (1)' })).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  const stranger = await browser.newContext()
  const strangerPage = await stranger.newPage()
  await strangerPage.goto(link)
  await expect(strangerPage.getByText('Verification Complete')).toBeVisible()
  await expect(
    strangerPage.getByText('Only the two of them can open the record, and withdraw there.'),
  ).toBeVisible()
  await expect(strangerPage.getByText(thirdParty.fullName)).toHaveCount(0)
  await expect(strangerPage.getByText(creator.fullName)).toHaveCount(0)
  await stranger.close()
})

test('the link reveals nothing to a wrong address and then accepts the right one (GATE-5)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const creator = makePerson('Nadia Farouk')
  const thirdParty = {
    fullName: 'Jonas Weber',
    email: `jonas-${Date.now()}@example.com`,
    socialMediaName: '@jw',
  }
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty, 'age')

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await theirPage.goto(link)
  await theirPage.getByLabel('Your email').fill('somebody.else@example.com')
  await theirPage.getByRole('button', { name: 'Continue' }).click()
  await expect(
    theirPage.getByText("The email you entered doesn't match the one this verification was sent to").first(),
  ).toBeVisible()
  await expect(theirPage.getByText("Email doesn't match")).toHaveCount(1)
  await expect(theirPage.getByLabel('Your email')).toBeFocused()
  await expect(theirPage.getByText(creator.fullName)).toHaveCount(0)
  await expect(theirPage.getByLabel('Your email')).toHaveValue('somebody.else@example.com')

  await passGate(theirPage, link, thirdParty.email)
  await theirs.close()
})

test('a photo that fails to load is retried three times, a second apart, then offers Retry and Reload (UPLOAD-13)', {
  tag: '@slow',
}, async ({ page }) => {
  const creator = makePerson('Mira Castellanos')
  const email = `ole-${Date.now()}@example.com`
  await signUp(page, creator)
  const link = await makeVerification(
    page,
    creator,
    {
      fullName: 'Ole Hansen',
      email,
      socialMediaName: '@ole',
    },
    'age',
  )

  const triedAt: number[] = []
  await page.route('**/api/files/**', (route) => {
    if (route.request().url().includes('/selfie-')) triedAt.push(Date.now())
    return route.abort()
  })
  await page.goto(`/consent-form/${link.split('/').pop()}`)
  await expect(page.getByText('We couldn’t show Your photo.')).toBeVisible()
  await expect(page.getByText('We couldn’t show Your ID.')).toBeVisible()
  const gaps = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))
  expect(gaps).toHaveLength(3)
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(950)

  await page.unroute('**/api/files/**')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toHaveAttribute('data-shown', 'true')
  const reread = page.waitForRequest(/\/api\/verifications\//)
  await page.getByRole('button', { name: 'Reload' }).click()
  await reread
  await expect(page.getByRole('img', { name: 'Your ID' })).toHaveAttribute('data-shown', 'true')
})
