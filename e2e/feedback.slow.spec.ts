import { makePerson, signUp } from './actions/account.ts'
import { feedbackDialog, sendFeedback } from './actions/feedback.ts'
import { expectAccessible } from './actions/layout.ts'
import { expect, test } from './test.ts'

test('a signed-in person gives feedback from the sidebar, which requires a rating and loses nothing (FEEDBACK-1, FEEDBACK-6)', async ({
  page,
}) => {
  await signUp(page, makePerson('Yusra Haddad'))
  await page.goto('/dashboard')
  const entry = page.getByRole('button', { name: 'Feedback', exact: true })
  const dialog = feedbackDialog(page)
  const rating = dialog.getByRole('radiogroup', { name: /How do you rate Assent\?/ })
  const comment = dialog.getByLabel('Comment')
  const send = dialog.getByRole('button', { name: 'Send feedback' })

  await entry.click()
  await expect(rating.getByRole('radio')).toHaveCount(5)
  await expect(rating.getByRole('radio', { checked: true })).toHaveCount(0)
  await comment.fill('Calm, <b>and</b> quick.')
  await send.click()
  await expect(dialog.getByText('Choose a rating.')).toBeVisible()
  await expect(rating.getByLabel('Very good')).toBeFocused()
  await expect(comment).toHaveValue('Calm, <b>and</b> quick.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `feedback without a rating in ${colorScheme}`)
  }
  await page.keyboard.press('ArrowDown')
  await expect(rating.getByLabel('Good', { exact: true })).toBeChecked()
  await expect(dialog.getByText('Choose a rating.')).toBeHidden()

  await page.route('**/api/feedback', (route) => route.abort())
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t send your feedback')
  await expect(send).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `feedback that was not sent in ${colorScheme}`)
  }
  await page.unroute('**/api/feedback')

  // Closed by mistake, and opened again.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(entry).toBeFocused()
  await entry.click()
  await expect(comment).toHaveValue('Calm, <b>and</b> quick.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const request = await sendFeedback(page)
  expect(request.postDataJSON()).toEqual({ rating: 4, comment: 'Calm, <b>and</b> quick.' })
  expect(request.headers()['authorization']).toMatch(/^Bearer /)

  // The thanks stay visible above the next dialog, which is empty.
  await entry.click()
  await expect(comment).toHaveValue('')
  const toast = await page.getByText('Thank you for your feedback').boundingBox()
  const uppermost = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.textContent,
    toast ? [toast.x + toast.width / 2, toast.y + toast.height / 2] : [],
  )
  expect(uppermost).toContain('Thank you')
})

test('on the narrowest phone feedback can be given with only the keyboard, from the drawer', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 568 } })
  const page = await context.newPage()
  await signUp(page, makePerson('Ewa Lis'))
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: 'Open navigation' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Feedback', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Main navigation' })).toBeHidden()
  const dialog = feedbackDialog(page)
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await dialog.getByRole('radio', { name: 'Very good' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fits.')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Feedback', exact: true }).click()
  await expect(dialog.getByLabel('Comment')).toHaveValue('Fits.')

  // Signed out on another device: the page stays, and the next feedback is sent as the dialog then states.
  await expect(dialog.getByText('We store it with your account.')).toBeVisible()
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 401 }), { times: 1 })
  await dialog.getByRole('button', { name: 'Send feedback' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You’re no longer logged in.')
  await expect(dialog.getByText('We store it without your name and email')).toBeVisible()
  const request = await sendFeedback(page)
  expect(request.postDataJSON()).toEqual({ rating: 5, comment: 'Fits.' })
  expect(request.headers()['authorization']).toBeUndefined()
  await context.close()
})
