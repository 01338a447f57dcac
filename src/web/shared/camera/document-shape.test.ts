import { describe, expect, it } from 'vitest'
import { placeFrame } from './camera-state.ts'

describe('the frame for a document', () => {
  it.each([
    ['card', 1.586],
    ['passport', 1.42],
  ] as const)('has the shape of a %s on any picture, centred and inside it (CAMERA-13)', (shape, ratio) => {
    for (const [width, height] of [
      [1920, 1080],
      [1080, 1920],
      [640, 480],
    ] as const) {
      const frame = placeFrame({ width, height }, shape)
      expect(frame.width / frame.height).toBeCloseTo(ratio, 2)
      expect(frame.left).toBeGreaterThanOrEqual(width * 0.069)
      expect(frame.top).toBeGreaterThanOrEqual(height * 0.069)
      expect(frame.left * 2 + frame.width).toBeCloseTo(width)
      expect(frame.top * 2 + frame.height).toBeCloseTo(height)
    }
  })
})
