import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { phone } from './actions/steps.ts'
import { seeTexts, showPictures } from './pictures/landing.ts'

type Manifest = { shown: Record<string, string[]> }
const manifest = new URL('../src/web/features/landing/pictures/words.json', import.meta.url)

test('the pictures on the landing page show what the product shows now, in its type and colours (PUBLIC-19)', async ({
  browser,
  baseURL,
}) => {
  const { shown }: Manifest = JSON.parse(readFileSync(manifest, 'utf8'))
  const seen: Manifest['shown'] = {}
  for await (const { name, page } of showPictures(browser, baseURL ?? '', `+${Date.now()}`))
    seen[name] = await seeTexts(page)
  expect(Object.keys(seen).sort()).toEqual(Object.keys(shown).sort())
  // Another machine's letters are a little wider or narrower: what is last on a picture may be below it there.
  for (const [name, texts] of Object.entries(shown)) {
    const most = Math.ceil(texts.length * 0.7)
    expect(seen[name]?.slice(0, most), `${name}: npm run landing-pictures takes it anew`).toEqual(
      texts.slice(0, most),
    )
  }
})

test('the landing page takes at most seven screens of a phone (PUBLIC-1)', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const height = await page.evaluate(async () => {
    await document.fonts.ready
    return document.documentElement.scrollHeight
  })
  expect(height).toBeLessThanOrEqual(7 * phone.height)
})
