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
import { answerOnOtherPhone, askWallet, proveByCode, withoutOwnDialog } from './actions/wallet.ts'
import { expect, type Page, test } from './test.ts'

const walletsAlone = 'Wallets alone, no pictures'
const prove = (page: Page) => page.getByRole('button', { name: 'Prove my age with a wallet' })

async function createdWithWallet(page: Page, email: string): Promise<string> {
  const creator = makePerson('Łucja Nowak')
  await signUp(page, creator)
  await goToOwnAge(page, creator, walletsAlone)
  await proveByCode(page)
  return finishAgeWizard(page, email)
}

test('two people finish with only wallets, without a picture (WALLET-13, WALLET-14, FORM-20)', async ({
  page,
  browser,
}) => {
  await withoutOwnDialog(page)
  const email = `sam-${Date.now()}@example.com`
  const link = await createdWithWallet(page, email)

  const theirPage = await (await browser.newContext()).newPage()
  await withoutOwnDialog(theirPage)
  await passGate(theirPage, link, email)
  await goPastText(theirPage)
  await expect(theirPage.getByText('We ask your wallet one thing')).toBeVisible()
  await expect(theirPage.getByRole('button', { name: 'Take a Photo of Yourself' })).toHaveCount(0)
  await expect(theirPage.getByLabel('Upload a government ID')).toHaveCount(0)
  await expectGood(theirPage, 'a form that asks for a wallet')

  // First a wrong answer, then no answer.
  const wrong = await askWallet(theirPage, prove(theirPage))
  await expectGood(theirPage, 'a QR code for a wallet')
  await answerOnOtherPhone(theirPage, wrong, 'More than was asked')
  await expect(theirPage.getByText('Your wallet shared more than we asked.')).toBeVisible()
  await prove(theirPage).click()
  await theirPage.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(theirPage.getByText('You cancelled. Nothing was shared.')).toBeVisible()

  // The proof arrives while the page can't refetch the form: nothing is lost, and it can be retried.
  await theirPage.route('**/api/public/verifications/*/form', (route) => route.abort(), { times: 1 })
  await proveByCode(theirPage)
  await expect(theirPage.getByText('This page is not up to date')).toBeVisible()
  await theirPage.getByRole('button', { name: 'Try again' }).click()
  await expect(theirPage.getByText('This page is not up to date')).toHaveCount(0)
  await expect(theirPage.getByText('Proven: you’re 18 or over')).toBeVisible()
  await goOn(theirPage)
  await signThirdPartyForm(theirPage, 'Sam O’Neill')
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()

  await page.goto(`/consent-form/${link.split('/').pop()}`)
  await expect(page.getByText('Verification Complete')).toBeVisible()
  await page.getByText('More', { exact: true }).click()
  await expect(page.getByText('Simulated issuer').first()).toBeVisible()
})

test('the browser’s own dialog is used where there is one, and a wallet answer of under 18 ends the request (WALLET-6, WALLET-14)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await withoutOwnDialog(page)
  const email = `kim-${Date.now()}@example.com`
  const link = await createdWithWallet(page, email)

  const theirPage = await (await browser.newContext()).newPage()
  // Simulates a browser with the API: passes the request and its page's origin to the wallet.
  const walletOrigin = new URL(await askedOrigin(page)).origin
  await theirPage.exposeFunction('askSimulatedWallet', async (requests: unknown, origin: string) => {
    const asked = { requests, origin, protocol: 'org-iso-mdoc', answer: 'no' }
    const answer = await fetch(`${walletOrigin}/digital-credentials`, {
      method: 'POST',
      body: JSON.stringify(asked),
    })
    return answer.json()
  })
  await theirPage.addInitScript(() => {
    Object.assign(globalThis, { DigitalCredential: class {} })
    type Asks = { digital: { requests: unknown } }
    const { askSimulatedWallet } = globalThis as never as Record<
      string,
      (...given: unknown[]) => Promise<never>
    >
    navigator.credentials.get = (options) =>
      askSimulatedWallet?.((options as never as Asks).digital.requests, location.origin) ?? Promise.reject()
  })
  await passGate(theirPage, link, email)
  await goPastText(theirPage)
  await prove(theirPage).click()
  await expect(theirPage.getByText('This request has ended')).toBeVisible()
  await expect(theirPage.getByText('not why', { exact: false })).toBeVisible()
  await page.goto(`/consent-form/${link.split('/').pop()}`)
  await expect(page.getByText(/under 18|wallet said/i)).toHaveCount(0)
})

/** The origin of the simulated wallet, taken from a request. */
async function askedOrigin(page: Page): Promise<string> {
  const creator = makePerson('Jonas Weber')
  const context = await page.context().browser()?.newContext()
  const own = await context?.newPage()
  if (!own) throw new Error('no other page')
  await withoutOwnDialog(own)
  await signUp(own, creator)
  await goToOwnAge(own, creator, walletsAlone)
  const uri = await askWallet(own, prove(own))
  await own.close()
  return uri
}

test('on a phone the wallet is opened by a link and leads back to the browser that began it (WALLET-4, WALLET-14)', {
  tag: '@slow',
}, async ({ browser }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await withoutOwnDialog(page)
  const creator = makePerson('Nadia Farouk')
  await signUp(page, creator)
  await goToOwnAge(page, creator, walletsAlone)
  const uri = await askWallet(page, prove(page))
  await expect(page.getByRole('link', { name: 'Open my wallet' })).toHaveAttribute('href', uri)

  const wallet = await context.newPage()
  await wallet.goto(uri)
  await wallet.getByRole('button', { name: 'Yes, over 18', exact: true }).click()
  await expect(wallet.getByRole('heading', { name: 'Your age is proven' })).toBeVisible()
  await expectGood(wallet, 'back from the wallet')
  await page.bringToFront()
  await expect(page.getByText('Proven: you’re 18 or over')).toBeVisible()

  // Another browser with the same address can't complete the proof.
  const foreign = await (await browser.newContext()).newPage()
  await foreign.goto(wallet.url())
  await expect(foreign.getByRole('heading', { name: 'We couldn’t finish here' })).toBeVisible()
})
