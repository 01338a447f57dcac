import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Takes a photo with the (fake) camera through the dialog that the named button opens. */
export async function takePhoto(page: Page, buttonName: string): Promise<void> {
  await page.getByRole('button', { name: buttonName }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await dialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(dialog).toBeHidden()
}

/** An identity document as it is chosen from a device. */
export type IdFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture of an identity card: real JPEG bytes, different each time. */
export async function idCard(holder: string): Promise<IdFile> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1012" height="638">
    <rect width="1012" height="638" rx="32" fill="#e8ecf4"/><rect x="60" y="150" width="260" height="340" fill="#9aa7bd"/>
    <text x="60" y="100" font-size="44" font-family="sans-serif">IDENTITY CARD</text>
    <text x="380" y="240" font-size="36" font-family="sans-serif">${holder}</text>
    <text x="380" y="300" font-size="24" font-family="monospace">${Math.random().toString(36).slice(2)}</text></svg>`
  const buffer = await sharp(Buffer.from(card)).jpeg({ quality: 85 }).toBuffer()
  return { name: 'id-card.jpg', mimeType: 'image/jpeg', buffer }
}
