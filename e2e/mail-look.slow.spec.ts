import { makePerson, signUp } from './actions/account.ts'
import { linkInMail } from './actions/mail.ts'
import { expect, test } from './test.ts'

test("a mail is completely light or completely dark, by its reader's preference (MAIL-16)", async ({
  page,
}) => {
  const person = makePerson('Ada Lovelace')
  await signUp(page, person)
  await linkInMail(page, person.email, /Confirm/)
  await page.goto('/dev/outbox')
  const address = page.getByRole('row').filter({ hasText: person.email }).getByRole('link')
  await page.goto(`${await address.getAttribute('href')}/html`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const grounds = await page.locator('body, body *').evaluateAll((elements) =>
      elements
        .filter((element) => !element.matches('a, td:has(> a)'))
        .map(
          (element) =>
            getComputedStyle(element)
              .backgroundColor.match(/[\d.]+/g)
              ?.map(Number) ?? [],
        )
        .filter(([, , , opacity = 1]) => opacity > 0)
        .map(([red = 0, green = 0, blue = 0]) => (red + green + blue) / 3),
    )
    expect(grounds.length).toBeGreaterThan(2)
    expect(grounds.filter((light) => light > 127 !== (colorScheme === 'light'))).toEqual([])
  }
})
