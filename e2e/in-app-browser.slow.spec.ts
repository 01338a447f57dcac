import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { expectAccessible, expectNothingCut } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { goPastText, makeVerification, passGate } from './actions/verification.ts'
import { expect, test } from './test.ts'

const instagram =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.38.118 Android (35/15; 420dpi)'

test("a link opened inside Instagram, where the camera doesn't start, leads to the phone’s browser, which after the address alone has none of its uploads (CAMERA-18, FORM-13)", async ({
  page,
  browser,
}) => {
  const thirdParty = {
    fullName: 'Robin Hale',
    email: `in-app-${Date.now()}@example.com`,
    socialMediaName: '@robin',
  }
  await signUp(page, makePerson('Ada Byron'))
  const link = await makeVerification(page, makePerson('Ada Byron'), thirdParty)

  const inside = await browser.newContext({ userAgent: instagram, viewport: phone, hasTouch: true })
  const there = await inside.newPage()
  await there.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'))
  await passGate(there, link, thirdParty.email)
  await goPastText(there)
  await there.getByRole('button', { name: 'Take a Photo of Yourself' }).tap()
  const dialog = there.getByRole('dialog')
  await expect(dialog.getByText('The camera didn’t start inside Instagram.')).toBeVisible()
  await expect(dialog.getByText('Otherwise you add it again.')).toBeVisible()
  const { host } = new URL(link)
  await expect(dialog.getByRole('link', { name: 'Open in your browser' })).toHaveAttribute(
    'href',
    new RegExp(`^intent://${host}/verify/[^#]+#Intent;scheme=http;.+;end$`),
  )
  await expect(dialog.getByRole('img', { name: 'Code with the address of this page' })).toBeVisible()
  await expectAccessible(there, 'a camera that does not start inside an app')
  await expectNothingCut(there, 'a camera that does not start inside an app')
  const address = await dialog.getByRole('textbox', { name: 'Address of this page' }).inputValue()
  const chooser = there.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Use your camera app' }).tap()
  await (await chooser).setFiles(await idCard(thirdParty.fullName))
  await dialog.getByRole('button', { name: 'Use Photo' }).tap()
  await expect(
    there.getByText('Saved and encrypted').or(there.getByText('Step 4 of 5')).first(),
  ).toBeVisible()
  await inside.close()

  const outside = await browser.newContext({ viewport: phone, hasTouch: true })
  const here = await outside.newPage()
  await passGate(here, address, thirdParty.email)
  await goPastText(here)
  await expect(here.getByRole('button', { name: 'Take a Photo of Yourself' })).toBeVisible()
  await expect(here.getByRole('img', { name: 'Your photo' })).toHaveCount(0)
  await outside.close()
})
