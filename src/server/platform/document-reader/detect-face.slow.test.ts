import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureOfDocument } from '../../testing/sample-files.ts'
import { detectFace } from './detect-face.ts'
import { loadModels } from './models.ts'
import { decodePicture } from './picture.ts'

const models = await loadModels()

/** A picture of 1,600 pixels with a passport whose face is about 60 pixels high. */
async function smallPassport(turn: number): Promise<Uint8Array> {
  const passport = await sharp(await pictureOfDocument('passport'))
    .resize(400)
    .rotate(turn)
    .png()
    .toBuffer()
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#7a5a3c' } })
    .composite([{ input: passport, left: 700, top: 300 }])
    .greyscale()
    .jpeg()
    .toBuffer()
}

describe('a face in a picture (READING-18)', () => {
  it.each([
    [0, 700 + 80, 300 + 116],
    [90, 700 + 295 - 116, 300 + 80],
    [180, 700 + 400 - 80, 300 + 295 - 116],
    [270, 700 + 116, 300 + 400 - 80],
  ])('is found in place when small, without colour and turned by %i degrees', async (degrees, x, y) => {
    const picture = await decodePicture(await smallPassport(degrees), 2048)
    const face = await detectFace(models, picture, (degrees * Math.PI) / 180)
    expect(Math.hypot((face?.x ?? 0) - x, (face?.y ?? 0) - y)).toBeLessThan(25)
    expect(face?.height).toBeGreaterThan(40)
    expect(face?.height).toBeLessThan(90)
    const direction = ((face?.angle ?? 0) * 180) / Math.PI
    expect(Math.cos(((direction - degrees) * Math.PI) / 180)).toBeCloseTo(1)
  })
  it.each([
    ['under a film', 0.12, 90],
    ['in a light picture', 0.5, 127],
  ] as const)('is found %s', async (_, contrast, black) => {
    const faint = await sharp(await pictureOfDocument('passport'))
      .linear(contrast, black)
      .jpeg()
      .toBuffer()
    expect(await detectFace(models, await decodePicture(faint, 2048), 0)).not.toBeNull()
  })
  it.each(['us-licence', 'identity-card'] as const)(
    'is not found in a picture without one: %s',
    async (name) => {
      const picture = await decodePicture(await pictureOfDocument(name), 2048)
      expect(await detectFace(models, picture, 0)).toBeNull()
    },
  )
})
