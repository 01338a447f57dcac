import { makePerson, signUp } from './actions/account.ts'
import { confirmAddress, passGateByCode } from './actions/mail.ts'
import { holdOtherWallet } from './actions/other-wallet.ts'
import { goOn, goPastText, makeVerification, signThirdPartyForm } from './actions/verification.ts'
import { expect, test } from './test.ts'

// playwright.config.ts runs this file against a server that trusts the other issuer and signs its requests.

const folder = `${process.env['E2E_DATA_DIR']}-codes-wallets`
const asksFor = { age: 'wallet', walletInsteadOfId: true, face: false, walletName: true } as const

for (const protocol of ['openid4vp-v1-signed', 'org-iso-mdoc']) {
  test(`a person proves age and name by the browser's own dialog for wallets, with ${protocol} (WALLET-13, WALLET-18)`, async ({
    page,
    browser,
  }) => {
    const thirdParty = {
      fullName: 'Zoë Brown',
      email: `zoe-${protocol}-${Date.now()}@example.com`,
      socialMediaName: '@zoe',
    }
    const creator = makePerson('Erik Sørensen')
    await signUp(page, creator)
    await confirmAddress(page, creator.email)
    const link = await makeVerification(page, creator, thirdParty, 'person', asksFor)

    const theirPage = await (await browser.newContext()).newPage()
    const holder = { family_name: 'BROWN', given_name: 'Zoe Maria' }
    const asked = await holdOtherWallet(theirPage, folder, holder, protocol)
    await passGateByCode(theirPage, link, thirdParty.email)
    await expect(theirPage.getByText('Your wallet can also show your name')).toBeVisible()
    await goPastText(theirPage)
    await expect(theirPage.getByText('You need a driving licence in a wallet app.')).toBeVisible()
    await theirPage.getByRole('button', { name: 'Prove my age and name' }).click()
    await expect(theirPage.getByText('Issuer of the credential: Another issuer.')).toBeVisible()
    await expect(theirPage.getByText('Its name agrees with “Zoë Brown”.')).toBeVisible()
    expect(asked).toEqual([['openid4vp-v1-signed', 'openid4vp-v1-unsigned', 'org-iso-mdoc']])
    await goOn(theirPage)
    await signThirdPartyForm(theirPage, thirdParty.fullName)
    await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
    await expect(theirPage.getByText('Verification Complete')).toBeVisible()

    await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
    await expect(page.getByText('Verification Complete')).toBeVisible()
    await page.getByText('More', { exact: true }).click()
    await expect(
      page.getByText('18 or over: proven by a wallet with a credential that Another issuer signed.'),
    ).toBeVisible()
    await expect(
      page.getByText('The same name is in the credential that Another issuer signed'),
    ).toBeVisible()
  })
}
