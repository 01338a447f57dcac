import { beforeAll, describe, expect, it, vi } from 'vitest'
import { declareSize, heicCard } from '../../../testing/heic.ts'
import cardAddress from '../../../testing/id-card.heic?url'
import { eventually } from '../../../testing/read-page.ts'
import { convertHeic } from './heic.ts'

let card: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  card = new Uint8Array(await (await fetch(cardAddress)).arrayBuffer())
})

const convert = (bytes: Uint8Array<ArrayBuffer>, name = 'IMG_0001.HEIC') =>
  convertHeic(new File([bytes], name), new AbortController().signal)

describe('a HEIC photo', () => {
  it("becomes an upright JPEG without the phone's metadata (UPLOAD-39)", async () => {
    expect(String.fromCharCode(...card)).toContain('iPhone 15')
    const jpeg = await convert(card)
    if (typeof jpeg === 'string') throw new Error(jpeg)
    expect([jpeg.name, jpeg.type]).toEqual(['IMG_0001.jpg', 'image/jpeg'])
    expect(await jpeg.text()).not.toMatch(/Exif|iPhone|Apple/)
    const bitmap = await createImageBitmap(jpeg)
    expect([bitmap.width, bitmap.height]).toEqual([heicCard.width, heicCard.height])
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? []
    expect(Math.abs(red - 208) + Math.abs(green - 32) + Math.abs(blue - 32)).toBeLessThan(30)
  })

  it('needs no other decoder in a browser that decodes it (UPLOAD-39)', async () => {
    const Decoder = vi.spyOn(window, 'Worker')
    const own = await createImageBitmap(new ImageData(heicCard.width, heicCard.height))
    vi.spyOn(window, 'createImageBitmap').mockResolvedValue(own)
    expect(await convert(card)).toBeInstanceOf(File)
    expect(Decoder).not.toHaveBeenCalled()
  })

  it.each([
    ['declares more pixels than a picture may have', () => declareSize(card, 60_000, 60_000)],
    ['declares none', () => declareSize(card, 0, 638)],
  ])("isn't decoded when it %s (UPLOAD-40)", async (_, make) => {
    const Decoder = vi.spyOn(window, 'Worker')
    const own = vi.spyOn(window, 'createImageBitmap')
    expect(await convert(make())).toBe('unreadable')
    expect(Decoder).not.toHaveBeenCalled()
    expect(own).not.toHaveBeenCalled()
  })

  it.each([
    ['was cut off', () => card.slice(0, 3000)],
    ['is smaller in truth than it declares', () => declareSize(card, 7000, 7000)],
  ])('is unreadable when it %s (UPLOAD-40)', async (_, make) => {
    expect(await convert(make())).toBe('unreadable')
  })

  it('is given up when its decoder times out, and the decoder is terminated (UPLOAD-40)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const ended = vi.spyOn(Worker.prototype, 'terminate')
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {})
    const answer = convert(card)
    await eventually(() => expect(vi.getTimerCount()).toBe(2))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await answer).toBe('unreadable')
    expect(ended).toHaveBeenCalledOnce()
  })

  it('terminates its decoder when it is cancelled (UPLOAD-16)', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate')
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {})
    const controller = new AbortController()
    const answer = convertHeic(new File([card], 'a.heic'), controller.signal)
    await eventually(() => expect(Worker.prototype.postMessage).toHaveBeenCalled())
    controller.abort()
    await answer
    expect(ended).toHaveBeenCalledOnce()
  })

  it("is too large above 20 MB, and a renamed text isn't a HEIC photo (UPLOAD-40)", async () => {
    expect(await convert(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('size')
    expect(await convert(new TextEncoder().encode('A letter.'), 'letter.heic')).toBe('type')
  })
})
