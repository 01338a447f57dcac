import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { letMotionGoOn, stopMotion } from '../../testing/motion.ts'
import { eventually, expectNoText, expectText, press, readPage } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import CameraDialog from './camera-dialog.tsx'

/** Every camera stream that the page received, in order. */
let streams: MediaStream[] = []
let answering: Promise<unknown> = Promise.resolve()

const { mediaDevices } = navigator
const askBrowser = mediaDevices.getUserMedia.bind(mediaDevices)

beforeEach(() => {
  streams = []
  answering = Promise.resolve()
  vi.spyOn(mediaDevices, 'getUserMedia').mockImplementation(async (wish) => {
    const wait = answering
    const stream = await askBrowser(wish)
    streams.push(stream)
    await wait
    return stream
  })
})

const listRunning = () =>
  streams.filter((stream) => stream.getTracks().some((track) => track.readyState === 'live'))

function openDialog(onPhoto = (_: File) => {}) {
  return renderScreen(
    <CameraDialog
      opened
      title="Take a photo"
      hint="Look at the camera."
      facing="front"
      photoName="selfie"
      onClose={() => {}}
      onPhoto={onPhoto}
    />,
  )
}

async function openRunning(onPhoto?: (photo: File) => void) {
  const screen = await openDialog(onPhoto)
  await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
  return screen
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('ignores the second of two quick taps on Capture, so that no photo is sent (PAGE-45)', async () => {
  const onPhoto = vi.fn()
  const screen = await openRunning(onPhoto)
  await stopMotion()
  try {
    await screen.getByRole('button', { name: 'Capture' }).click()
    const use = screen.getByRole('button', { name: 'Use Photo' })
    await expect.element(use).toBeVisible()
    await use.click({ force: true })
    expect(onPhoto).not.toHaveBeenCalled()
  } finally {
    await letMotionGoOn()
  }
  await screen.getByRole('button', { name: 'Use Photo' }).click()
  expect(onPhoto).toHaveBeenCalledOnce()
})

describe('the camera', () => {
  it('is stopped at once when it starts after the dialog has closed (CAMERA-2)', async () => {
    let answer = () => {}
    answering = new Promise<void>((resolve) => {
      answer = resolve
    })
    const screen = await openDialog()
    await expectText('Starting the camera')
    await eventually(() => expect(listRunning()).toHaveLength(2))
    await screen.unmount()
    answer()
    await eventually(() => expect(listRunning()).toEqual([]))
  })

  it('is opened once, however often the dialog renders, pauses while the page is hidden, and is stopped with the dialog (CAMERA-2)', async () => {
    const screen = await openRunning()
    expect(listRunning()).toHaveLength(1)
    setVisibility('hidden')
    expect(listRunning()).toEqual([])
    setVisibility('visible')
    await eventually(() => expect(listRunning()).toHaveLength(1))
    await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
    await screen.unmount()
    expect(listRunning()).toEqual([])
  })

  it('reports when another program takes it, and can be retried (CAMERA-6, CAMERA-8)', async () => {
    const screen = await openRunning()
    listRunning()[0]?.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
    await expectText('Camera issue', 'Camera is in use by another application or not accessible.')
    expect(listRunning()).toEqual([])
    await screen.getByRole('button', { name: 'Try Again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
    expectNoText('Camera issue')
  })

  it('can be requested again and retried after a refusal, with help for 10 s (CAMERA-8)', async () => {
    const denied = 'Camera permission denied. Please allow camera access in your browser settings.'
    const refused = new DOMException('', 'NotAllowedError')
    const asked = vi.mocked(mediaDevices.getUserMedia)
    const query = vi.spyOn(navigator.permissions, 'query')
    const answer = asked.getMockImplementation() ?? askBrowser
    asked.mockRejectedValue(refused)
    const screen = await openDialog()
    await expectText(denied)

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await press(screen.getByRole('button', { name: 'How to Enable Camera' }))
    await expectText('press Try Again')
    await vi.advanceTimersByTimeAsync(9900)
    expect(readPage()).toContain('press Try Again')
    await vi.advanceTimersByTimeAsync(1000)
    await eventually(() => expectNoText('press Try Again'))
    vi.useRealTimers()

    query.mockResolvedValueOnce({ state: 'denied' } as PermissionStatus)
    await screen.getByRole('button', { name: 'Request Camera Permission' }).click()
    await expectText('Camera permission is denied. Please allow access in your device settings.')
    await screen.getByRole('button', { name: 'Try Again' }).click()
    await expectText(denied)
    asked.mockImplementation(answer)
    await screen.getByRole('button', { name: 'Request Camera Permission' }).click()
    await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
  })

  it('sends a person in an app without camera access to their own browser, after a try (CAMERA-18)', async () => {
    const phone =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Instagram 400.0'
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    const asked = vi.mocked(mediaDevices.getUserMedia)
    const answer = asked.getMockImplementation() ?? askBrowser
    asked.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const screen = await openDialog()
    await expectText('Camera issue', 'The camera didn’t start inside Instagram.')
    expect(asked).toHaveBeenCalled()
    const address = window.location.href
    const way = screen.getByRole('link', { name: 'Open in your browser' }).element() as HTMLAnchorElement
    expect(way.getAttribute('href')).toMatch(/^intent:\/\/.+#Intent;scheme=http;.+;end$/)
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expectText('Copied')
    expect(copied).toHaveBeenCalledWith(address)
    await expect.element(screen.getByRole('textbox', { name: 'Address of this page' })).toHaveValue(address)
    await expect
      .element(screen.getByRole('img', { name: 'Code with the address of this page' }))
      .toBeVisible()
    const phoneCamera = screen.getByRole('button', { name: 'Use your camera app' })
    await expect.element(phoneCamera).toBeVisible()
    const order = phoneCamera.element().compareDocumentPosition(way)
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING, 'the phone’s own camera comes first').toBeTruthy()
    asked.mockImplementation(answer)
    await screen.getByRole('button', { name: 'Try Again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
    expectNoText('Open in your browser')
  })

  it('reports in and beside the dialog that a frame could not become a photo (CAMERA-7)', async () => {
    const screen = await openRunning()
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
    await screen.getByRole('button', { name: 'Capture' }).click()
    await expectText('Could not capture image')
    await expectText('Capture failed', 'Could not capture photo. Please try again.')
  })

  it("isn't opened when the page was left during the permission query (PAGE-42)", async () => {
    const asked = vi.mocked(mediaDevices.getUserMedia)
    asked.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const screen = await openDialog()
    await expectText('Camera permission denied. Please allow camera access in your browser settings.')
    let answer = (_: PermissionStatus) => {}
    vi.spyOn(navigator.permissions, 'query').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    await screen.getByRole('button', { name: 'Request Camera Permission' }).click()
    await screen.unmount()
    asked.mockClear()
    answer({ state: 'prompt' } as PermissionStatus)
    await new Promise((resolve) => requestIdleCallback(resolve))
    expect(asked).not.toHaveBeenCalled()
  })
})

it('stops after a photo, which is shown until it is retaken, moves the focus, and frees its memory (CAMERA-1, CAMERA-3, PAGE-48)', async () => {
  const addresses = new Set<string>()
  const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL]
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = create.call(URL, blob)
    addresses.add(address)
    return address
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    revoke.call(URL, address)
    addresses.delete(address)
  })
  const photos: File[] = []
  const screen = await openRunning((photo) => photos.push(photo))
  await screen.getByRole('button', { name: 'Capture' }).click()
  const shown = screen.getByRole('img', { name: 'The photo you took' })
  await expect.element(shown).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Use Photo' })).toHaveFocus()
  expect(listRunning()).toEqual([])
  expect([...addresses]).toEqual([(shown.element() as HTMLImageElement).src])
  await screen.getByRole('button', { name: 'Retake' }).click()
  await expect.element(screen.getByRole('button', { name: 'Capture' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Capture' })).toBeEnabled()
  expect([addresses.size, listRunning().length]).toEqual([0, 1])
  await screen.getByRole('button', { name: 'Capture' }).click()
  await screen.getByRole('button', { name: 'Use Photo' }).click()
  expect(photos.map(({ name, type, size }) => [name, type, size > 1000])).toEqual([
    ['selfie.jpg', 'image/jpeg', true],
  ])
  await screen.unmount()
  expect([addresses.size, listRunning().length]).toEqual([0, 0])
})

it("fills a phone's screen, with its buttons at the foot (CAMERA-20)", async () => {
  await page.viewport(360, 740)
  const screen = await openRunning()
  const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()
  await eventually(() => {
    const dialog = box(document.querySelector('.mantine-Modal-content'))
    expect([dialog.width, dialog.height]).toEqual([360, 740])
  })
  const frame = box(document.querySelector('video')?.parentElement?.parentElement ?? null)
  const button = box(screen.getByRole('button', { name: 'Capture' }).element())
  expect(button.bottom).toBeLessThanOrEqual(740)
  expect(button.bottom).toBeGreaterThan(690)
  // The rest is the title, a sentence and the button.
  expect(frame.height).toBeGreaterThan(500)
})
