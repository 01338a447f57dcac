import { beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'
import { removeOwnDocument, uploadOwnDocument } from '../../api/documents.ts'
import { api } from '../../testing/api.ts'
import { chooseLanguage } from '../../testing/choose-language.ts'
import { declareSize } from '../../testing/heic.ts'
import cardAddress from '../../testing/id-card.heic?url'
import { eventually, expectNoText, expectText, readPage } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleDocument } from '../../testing/samples.ts'
import { ada, eve, keepSession, sampleSession, signIn } from '../../testing/sign-in.ts'
import { IdField, SelfieField } from './upload-fields.tsx'
import { useUpload } from './use-upload.ts'

const sending = 'POST /api/documents'
const removing = 'DELETE /api/documents/:id'
const limits = { imageMaxBytes: 1024 * 1024, pdfMaxBytes: 1024 * 1024 }
const stored = { ...sampleDocument('id'), url: 'data:image/png;base64,' }

beforeAll(signIn)

function OwnId() {
  const upload = useUpload('id', limits, uploadOwnDocument(ada.id), removeOwnDocument)
  return (
    <IdField
      upload={upload}
      label="Upload a valid ID"
      name="Your ID"
      path="id"
      error={null}
      onReload={() => {}}
    />
  )
}

const pdf = (name: string, bytes = 2000) =>
  new File([new Uint8Array(bytes).fill(0x20)], name, { type: 'application/pdf' })

const choose = (screen: RenderResult, file: File) => screen.getByLabelText(/Upload a valid ID/).upload(file)

async function send(file = pdf('passport.pdf')) {
  await api.holds(sending)
  const screen = await renderScreen(<OwnId />)
  await choose(screen, file)
  return { screen, asked: await api.takes(sending) }
}

const press = (screen: RenderResult, name: string) => screen.getByRole('button', { name }).click()

it('has the file field before the camera where it is not on a phone (UPLOAD-41)', async () => {
  await page.viewport(1024, 800)
  const { container } = await renderScreen(<OwnId />)
  expect(container.innerText).toMatch(/Upload a valid ID[\s\S]*Take a photo of your ID/)
})

describe('an upload', () => {
  it('sends the file with its type, and shows its progress and its end (UPLOAD-16)', async () => {
    const { asked } = await send()
    expect(asked.authorization).toBe('Bearer ada.access.token')
    expect(asked.body).toMatch(/name="category"\r\n\r\nid\r\n[\s\S]*name="file"; filename="passport.pdf"/)
    await expectText('Uploading passport.pdf', '100%')
    await asked.answer(stored)
    await expectText('Saved and encrypted', 'passport.pdf')
    expectNoText('Uploading')
  })

  it('isn’t sent once another person has signed in (DRAFT-2)', async () => {
    await api.holds(sending)
    const screen = await renderScreen(<OwnId />)
    // In another tab; this page hears of it later.
    keepSession(sampleSession({ who: eve, token: 'eve.access.token' }))
    await choose(screen, pdf('passport.pdf'))
    await expect.element(screen.getByRole('alert')).toBeVisible()
    expect(await api.count(sending)).toBe(0)
    signIn()
  })

  it('refuses a file that is too large before it is sent (UPLOAD-2)', async () => {
    const screen = await renderScreen(<OwnId />)
    await choose(screen, pdf('thick.pdf', limits.pdfMaxBytes + 1))
    await expectText('File too large', 'Please upload a file smaller than 1MB')
    expect(await api.count(sending)).toBe(0)
  })

  it('converts a HEIC photo to JPEG before it checks and sends it (UPLOAD-39)', async () => {
    const photo = new File([await (await fetch(cardAddress)).blob()], 'IMG_0001.HEIC', { type: 'image/heic' })
    const { asked } = await send(photo)
    expect(asked.body).toMatch(/name="file"; filename="IMG_0001.jpg"\r\nContent-Type: image\/jpeg/)
    await asked.answer(stored)
    await expectText('Saved and encrypted', 'IMG_0001.jpg')
  })

  it('refuses a HEIC photo that is unreadable or fake, and keeps the previous file (UPLOAD-40)', async () => {
    const { screen, asked } = await send()
    await asked.break()
    await expectText('Network error')
    await choose(screen, new File(['A letter.'], 'letter.heic', { type: 'image/heic' }))
    await expectText('Invalid file type', 'Please upload a JPG or PNG image file, or a PDF', 'Network error')
    const card = new Uint8Array(await (await fetch(cardAddress)).arrayBuffer())
    await choose(screen, new File([declareSize(card, 60_000, 60_000)], 'huge.heic'))
    await expectText(
      'Upload failed',
      'We couldn’t open this HEIC photo. Take it here with the camera, or choose a JPG.',
    )
    expect(await api.count(sending)).toBe(1)
    await press(screen, 'Retry Upload')
    expect((await api.takes(sending)).body).toContain('filename="passport.pdf"')
  })

  it('keeps the file after a lost connection, and resends it when the connection is back (UPLOAD-16)', async () => {
    const { asked } = await send()
    await asked.break()
    await expectText('Network error', 'Your file is still here. We’ll send it when you’re back online.')
    window.dispatchEvent(new Event('online'))
    const again = await api.takes(sending)
    expect(again.body).toContain('filename="passport.pdf"')
    await again.answer(stored)
    await expectText('Saved and encrypted')
    window.dispatchEvent(new Event('online'))
    expect(await api.count(sending)).toBe(2)
  })

  it('shows the text of a refusal, and can be retried manually (UPLOAD-15)', async () => {
    const { screen, asked } = await send()
    await asked.refuse('rate_limited', 'Too many uploads')
    await expectText('Too many uploads')
    await press(screen, 'Retry Upload')
    await (await api.takes(sending)).answer(stored)
    await expectText('Saved and encrypted')
  })

  it('stops when the page is left', async () => {
    const { screen, asked } = await send()
    await screen.unmount()
    await asked.isLetGo()
  })

  it('is deleted as soon as its id is known when it was cancelled after it was fully sent (UPLOAD-16)', async () => {
    await api.holds(removing)
    const { screen, asked } = await send()
    await expectText('100%')
    await press(screen, 'Cancel upload')
    await eventually(() => expect(readPage()).not.toContain('Uploading'))
    await asked.answer(stored)
    const removal = await api.takes(removing)
    expect(removal.path).toBe(`/api/documents/${stored.id}`)
    await removal.answer(undefined)
    expectNoText('Saved and encrypted')
  })

  it('is replaced by a file that is chosen after its cancellation, even if it arrives', async () => {
    await api.answers(removing, undefined)
    const { screen, asked } = await send()
    await expectText('100%')
    await press(screen, 'Cancel upload')
    await choose(screen, pdf('licence.pdf'))
    const other = await api.takes(sending)
    await asked.answer(stored)
    await expectText('Uploading licence.pdf')
    await other.answer({ ...stored, id: '3d2c1b0a-0000-4000-8000-000000000003' })
    await expectText('Saved and encrypted', 'licence.pdf')
    expect(await api.count(removing)).toBe(1)
  })
})

it('shows a stored file until its removal is certain (UPLOAD-28)', async () => {
  await api.holds(removing)
  const { screen, asked } = await send()
  await asked.answer(stored)
  await expectText('Saved and encrypted')
  await press(screen, 'Remove')
  const first = await api.takes(removing)
  await expectText('Saved and encrypted')
  await first.break()
  await expectText(
    'We couldn’t remove it',
    'This file is still stored. Please check your connection and try again.',
  )
  await press(screen, 'Remove')
  await (await api.takes(removing)).answer(undefined)
  await expectText('or drop it here')
  expectNoText('Saved and encrypted')
})

function OwnSelfie() {
  const upload = useUpload('selfie', limits, uploadOwnDocument(ada.id), removeOwnDocument)
  return (
    <SelfieField
      upload={upload}
      label="Take a Photo"
      hint="Look at the camera."
      name="Your photo"
      path="selfie"
      error="A photo is required"
      onReload={() => {}}
    />
  )
}

it('ties the error of a missing photo to its button (PAGE-49)', async () => {
  await renderScreen(<OwnSelfie />)
  await expect
    .element(page.getByRole('button', { name: 'Take a Photo' }))
    .toHaveAccessibleDescription('A photo is required')
})

it('on a phone has the camera as its main button, and a file button instead of a box to drop on (UPLOAD-41)', async () => {
  await page.viewport(360, 740)
  await renderScreen(<OwnId />)
  const camera = page.getByRole('button', { name: 'Take a photo of your ID' })
  await expect.element(camera).toHaveAttribute('data-variant', 'filled')
  const file = page.getByLabelText('Upload a valid ID')
  await expect.element(file).toHaveAccessibleDescription(/^JPG, PNG, HEIC or PDF\./)
  expectNoText('or drop it here')
  const [above, below] = [camera, file].map((each) => each.element().getBoundingClientRect())
  expect(above?.bottom).toBeLessThanOrEqual(below?.top ?? 0)
  expect(below?.height).toBeGreaterThanOrEqual(44)
})

it('shows only the error of the second of two refused files (UPLOAD-42)', async () => {
  const { screen, asked } = await send()
  await asked.refuse('file_type_refused', 'Invalid file type')
  await expectText('Invalid file type')
  await choose(screen, new File(['a'], 'notes.txt', { type: 'text/plain' }))
  await expect
    .element(page.getByLabelText('Upload a valid ID'))
    .toHaveAccessibleDescription(/Invalid file type: Please upload/)
  await eventually(() => expect(document.querySelectorAll('[role=alert]')).toHaveLength(1))
})

it('is waited for before the page loads again in another language (WORDS-13)', async () => {
  const { asked } = await send()
  let isChosen = false
  const choice = chooseLanguage('de').then(() => {
    isChosen = true
  })
  await expectText('passport.pdf')
  expect(isChosen).toBe(false)
  await asked.answer(stored)
  await choice
})
