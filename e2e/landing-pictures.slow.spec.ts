import { readFileSync } from 'node:fs'
import { phone } from './actions/steps.ts'
import { seeTexts, showPictures } from './pictures/landing.ts'
import { expect, test } from './test.ts'

type Manifest = { shown: Record<string, string[]> }
const manifest = new URL('../src/web/features/landing/pictures/words.json', import.meta.url)

test("the pictures on the landing page match the product's current texts, fonts and colours (PUBLIC-19)", async ({
  browser,
  baseURL,
}) => {
  const { shown }: Manifest = JSON.parse(readFileSync(manifest, 'utf8'))
  const seen: Manifest['shown'] = {}
  for await (const { name, page } of showPictures(browser, baseURL ?? '', `+${Date.now()}`))
    seen[name] = await seeTexts(page)
  expect(Object.keys(seen).sort()).toEqual(Object.keys(shown).sort())
  // Fonts on another machine are slightly wider or narrower: the last texts of a picture may be below its edge there.
  for (const [name, texts] of Object.entries(shown)) {
    const most = Math.ceil(texts.length * 0.7)
    expect(seen[name]?.slice(0, most), `${name}: npm run landing-pictures takes it anew`).toEqual(
      texts.slice(0, most),
    )
  }
})

test('the landing page is at most seven phone screens long (PUBLIC-1)', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const height = await page.evaluate(async () => {
    await document.fonts.ready
    return document.documentElement.scrollHeight
  })
  expect(height).toBeLessThanOrEqual(7 * phone.height)
})
