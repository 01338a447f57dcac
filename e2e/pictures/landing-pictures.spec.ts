import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import sharp from 'sharp'
import { people, seeTexts, showPictures } from './landing.ts'

const folder = join(import.meta.dirname, '../../src/web/features/landing/pictures')

/** The three pictures of the landing page in both schemes, with their texts and styles. */
test('landing pictures', async ({ browser, baseURL }) => {
  mkdirSync(folder, { recursive: true })
  const shown: Record<string, string[]> = {}
  for await (const { name, page } of showPictures(browser, baseURL ?? '')) {
    const picture = sharp(await page.screenshot()).avif({ quality: 50, effort: 6 })
    writeFileSync(join(folder, `${name}.avif`), await picture.toBuffer())
    shown[name] = await seeTexts(page)
  }
  writeFileSync(join(folder, 'words.json'), `${JSON.stringify({ people, shown }, null, 2)}\n`)
})
