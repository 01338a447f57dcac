import { describe, expect, it } from 'vitest'
import type { GreyFrame } from './measure.ts'
import { advise, type Look } from './watch-document.ts'

const width = 182
const height = 123
const box = { left: 11, top: 11, width: 160, height: 101 }

type Scene = {
  /** The greys of the table and of the document on it. */
  table?: number
  paper?: number
  /** The offset of the document from the frame, and its rotation. */
  shiftX?: number
  shiftY?: number
  turned?: number
  /** The width of a white spot in pixels. */
  spot?: number
  document?: boolean
}

/** A document with lines of print on a table, as in a camera picture, with sensor noise. */
function overview(scene: Scene = {}): GreyFrame {
  const { table = 70, paper = 190, shiftX = 0, shiftY = 0, turned = 0, spot = 0, document = true } = scene
  const random = noise()
  return picture(width, height, (x, y) => {
    const left = x - box.left - shiftX - turned * (y - height / 2)
    const top = y - box.top - shiftY + turned * (x - width / 2)
    const isPaper = document && left >= 0 && left < box.width && top >= 0 && top < box.height
    const isPrint =
      isPaper && left > 14 && left < 140 && top > 18 && top % 9 < 3 && Math.floor(left / 3) % 2 === 0
    if (Math.hypot(x - width / 2, y - height / 2) < spot / 2) return 255
    return (isPrint ? paper * 0.45 : isPaper ? paper : table) + random()
  })
}

/** Print in detail, blurred by averaging this many pixels on both sides. */
function detail(blurredBy = 0, across = true): GreyFrame {
  const random = noise()
  const ink = (x: number, y: number) => (Math.floor(x / 10) % 3 === 0 && y % 40 < 25 ? 40 : 190)
  return picture(200, 110, (x, y) => {
    let sum = 0
    for (let off = -blurredBy; off <= blurredBy; off++) sum += across ? ink(x + off, y) : ink(x, y + off)
    return sum / (2 * blurredBy + 1) + random()
  })
}

function picture(width: number, height: number, greyAt: (x: number, y: number) => number): GreyFrame {
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index++)
    pixels[index] = Math.min(255, Math.max(0, greyAt(index % width, Math.floor(index / width))))
  return { width, height, pixels }
}

/** Deterministic noise from -3 to 3, so that no test passes by chance. */
function noise(): () => number {
  let state = 12_345
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 2_147_483_648) * 6 - 3
  }
}

const look = (scene: Scene = {}, more: Partial<Look> = {}): Look => {
  const seen = overview(scene)
  return { overview: seen, box, detail: detail(), before: seen, ...more }
}

describe('advice for a better photo of a document', () => {
  it('is to take the photo when the document is still in the frame, well lit and sharp (CAMERA-14)', () => {
    expect(advise(look())).toBe('ready')
  })

  it('is the same on a table lighter than the document, or when it is slightly rotated (CAMERA-14)', () => {
    expect(advise(look({ table: 225, paper: 150 }))).toBe('ready')
    expect(advise(look({ turned: 0.05, shiftX: 3, shiftY: -2 }))).toBe('ready')
  })

  it('is more light for a dark picture (CAMERA-14)', () => {
    expect(advise(look({ table: 12, paper: 50 }))).toBe('dark')
  })

  it('is less glare when a part of the document is pure white (CAMERA-14)', () => {
    expect(advise(look({ spot: 30 }))).toBe('glare')
    expect(advise(look({ spot: 6 }))).toBe('ready')
  })

  it('is the frame when no document is in it, even on a patterned table (CAMERA-14)', () => {
    expect(advise(look({ document: false }))).toBe('absent')
    const stripes = picture(width, height, (x, y) => (Math.floor((x + y) / 5) % 2 === 0 ? 90 : 170))
    expect(advise({ ...look(), overview: stripes, before: stripes })).toBe('absent')
  })

  it.each([
    ['left', { shiftX: -30 }],
    ['right', { shiftX: 30 }],
    ['top', { shiftY: -25 }],
    ['bottom', { shiftY: 25 }],
  ])('is to move it back when its %s side is outside the frame (CAMERA-14)', (_, scene) => {
    expect(advise(look(scene))).toBe('outside')
  })

  it('is to hold still while the document moves, but not when only the exposure changes (CAMERA-14)', () => {
    expect(advise(look({}, { before: overview({ shiftX: 9 }) }))).toBe('still')
    expect(advise(look({}, { before: overview({ table: 60, paper: 180 }) }))).toBe('ready')
    expect(advise(look({}, { before: null }))).toBe('still')
  })

  it('is to hold still when the print is blurred, even in one direction (CAMERA-14)', () => {
    expect(advise(look({}, { detail: detail(4) }))).toBe('still')
    expect(advise(look({}, { detail: detail(4, false) }))).toBe('still')
    expect(advise(look({}, { detail: detail(1) }))).toBe('ready')
  })

  it("doesn't wait for print on a blank document", () => {
    expect(advise(look({}, { detail: picture(120, 70, () => 180) }))).toBe('ready')
  })
})
