import { readFile } from 'node:fs/promises'
import { makePerson, signUp } from './actions/account.ts'
import { takePhoto } from './actions/capture.ts'
import { fillAcquaintance, goOn } from './actions/verification.ts'
import { expect, test } from './test.ts'

const heic = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'image/heic',
  buffer: Buffer.from(buffer),
})

/** The photo with a declared size that no decoder could handle. */
function declareHuge(photo: Buffer): Buffer {
  const huge = Buffer.from(photo)
  const at = huge.indexOf('ispe') + 8
  huge.writeUInt32BE(60_000, at)
  huge.writeUInt32BE(60_000, at + 4)
  return huge
}

test('a HEIC photo of an ID is stored upright as a JPEG, and a HEIC bomb and a renamed text are refused (UPLOAD-39, UPLOAD-40)', async ({
  page,
}) => {
  const creator = makePerson('Ada Byron')
  const card = await readFile('src/web/testing/id-card.heic')
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  const wasLoaded = (name: RegExp) => loaded.some((path) => name.test(path))

  await signUp(page, creator)
  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await goOn(page)
  await fillAcquaintance(page, { fullName: 'Robin Hale', socialMediaName: '@robin' })
  await page.getByLabel('Age shown on platform').fill('29')
  await goOn(page)
  const field = page.getByLabel('Upload a valid ID')
  await expect(field).toBeVisible()
  expect(wasLoaded(/heic|libheif/)).toBe(false)

  await field.setInputFiles(heic('letter.heic', Buffer.from('This is a letter.')))
  await expect(page.getByRole('alert')).toHaveText(/^Invalid file type/)
  await field.setInputFiles(heic('huge.heic', declareHuge(card)))
  await expect(page.getByRole('alert')).toHaveText(/^Upload failed: We couldn’t open this HEIC photo/)
  expect(wasLoaded(/heic-decoder|libheif/)).toBe(false)
  await field.setInputFiles(heic('cut-off.heic', card.subarray(0, 3000)))
  await expect(page.getByRole('alert')).toHaveText(/^Upload failed: We couldn’t open this HEIC photo/)

  await field.setInputFiles(heic('IMG_0001.HEIC', card))
  const stored = page.getByRole('img', { name: 'Your ID' })
  await expect(stored).toBeVisible()
  await expect(page.getByText('IMG_0001.jpg')).toBeVisible()
  expect(wasLoaded(/libheif.+\.wasm$/)).toBe(true)
  // The server's copy, not the browser's own.
  await page.reload()
  await expect(stored).toBeVisible()
  const measure = () =>
    stored.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(measure).toEqual([1012, 638])
  expect(await stored.getAttribute('src')).toMatch(/\/id-\d+\.jpg/)
})
