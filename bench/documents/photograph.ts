import sharp, { type Sharp } from 'sharp'
import type { Drawing } from './draw-document.ts'
import type { Seeded } from './seeded.ts'

export const distortions = [
  'straight',
  'turned',
  'tilted',
  'glare',
  'blurred',
  'dim',
  'upside down',
  'small',
  'standing',
  'slanted',
  'newspaper',
] as const
export type Distortion = (typeof distortions)[number]

/** 12 megapixels, as phones take them. */
const photo = { width: 4032, height: 3024 }

const grounds = ['#7a5a3c', '#3a3d42', '#b8b2a6', '#51684f', '#d9d4cb']

/** A JPEG of a document on a table. */
export async function photograph(
  { svg, width, height }: Drawing,
  distortion: Distortion,
  random: Seeded,
): Promise<Uint8Array> {
  const share = distortion === 'small' ? random.between(0.4, 0.5) : random.between(0.62, 0.82)
  const scale = (share * photo.width * 1.15) / Math.hypot(width, height)
  const flat = sharp(Buffer.from(svg), { density: 72 * scale, limitInputPixels: false }).ensureAlpha()
  const card = distortion === 'tilted' ? await lean(flat, random) : await readRaw(flat)
  const turned = await readRaw(
    toPicture(card).rotate(drawAngle(distortion, random), { background: '#00000000' }),
  )
  const fitted = await readRaw(
    toPicture(turned).resize({ ...photo, fit: 'inside', withoutEnlargement: true }),
  )
  const left = Math.round((photo.width - fitted.info.width) * random.between(0.3, 0.7))
  const top = Math.round((photo.height - fitted.info.height) * random.between(0.3, 0.7))
  const glare =
    distortion === 'glare'
      ? [{ input: Buffer.from(drawGlare(left, top, fitted.info, random)), left: 0, top: 0 }]
      : []
  const input = { input: fitted.data, raw: { ...fitted.info, channels: 4 as const }, left, top }
  const clutter =
    distortion === 'newspaper' ? [{ input: Buffer.from(drawNewspaper(random)), left: 0, top: 0 }] : []
  const pixels = await sharp({ create: { ...photo, channels: 3, background: random.pick(grounds) } })
    .composite([...clutter, input, ...glare])
    .removeAlpha()
    .raw()
    .toBuffer()
  let image = sharp(pixels, { raw: { ...photo, channels: 3 } })
  if (distortion === 'blurred') image = image.blur(random.between(1.5, 3.2))
  if (distortion === 'dim') image = image.linear(random.between(0.35, 0.5), 4)
  const seen = addNoise(await image.raw().toBuffer(), random)
  return sharp(seen, { raw: { ...photo, channels: 3 } })
    .jpeg({ quality: random.whole(78, 92) })
    .toBuffer()
}

type Raw = { data: Buffer; info: { width: number; height: number } }

function readRaw(image: Sharp): Promise<Raw> {
  return image.raw().toBuffer({ resolveWithObject: true })
}

function toPicture({ data, info: { width, height } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
}

/** What a sensor adds: each value a little off. */
function addNoise(pixels: Buffer, random: Seeded): Buffer {
  const steps = Int8Array.from({ length: 65_537 }, () => {
    const sum = random.next() + random.next() + random.next() - 1.5
    return Math.round(sum * 9)
  })
  for (let at = 0, step = 0; at < pixels.length; at += 1) {
    if (++step === steps.length) step = 0
    const value = (pixels[at] ?? 0) + (steps[step] ?? 0)
    pixels[at] = value < 0 ? 0 : Math.min(value, 255)
  }
  return pixels
}

function drawAngle(distortion: Distortion, random: Seeded): number {
  if (distortion === 'turned') return random.between(4, 14) * random.pick([-1, 1])
  if (distortion === 'upside down') return 180 + random.between(-4, 4)
  if (distortion === 'standing') return 90 * random.pick([-1, 1]) + random.between(-6, 6)
  if (distortion === 'slanted') return random.between(18, 40) * random.pick([-1, 1])
  return random.between(-2, 2)
}

/** Seen from a side: every row is shortened a little more than the one below it. */
async function lean(card: Sharp, random: Seeded): Promise<Raw> {
  const { data, info } = await readRaw(card)
  const { width, height } = info
  const most = random.between(0.04, 0.11) * random.pick([-1, 1])
  const out = Buffer.alloc(data.length)
  for (let y = 0; y < height; y++) {
    const shortening = most > 0 ? most * (1 - y / height) : -most * (y / height)
    const inset = (width * shortening) / 2
    for (let x = 0; x < width; x++) {
      const from = ((x - inset) / (width - 2 * inset)) * width
      if (from < 0 || from >= width - 1) continue
      const whole = Math.floor(from)
      const part = from - whole
      const [a, b, o] = [(y * width + whole) * 4, (y * width + whole + 1) * 4, (y * width + x) * 4]
      for (let c = 0; c < 4; c++) out[o + c] = (data[a + c] ?? 0) * (1 - part) + (data[b + c] ?? 0) * part
    }
  }
  return { data: out, info }
}

/** Columns of print that fill the table under the card. */
function drawNewspaper(random: Seeded): string {
  const letters = 'eeeeaaiioonnrrttsslldcumpfghbvyk'
  const word = () => Array.from({ length: random.whole(2, 10) }, () => random.pick([...letters])).join('')
  const [size, columns] = [random.whole(38, 64), random.whole(2, 4)]
  const width = photo.width / columns
  const lines = Array.from({ length: columns * Math.floor(photo.height / (size * 1.3)) }, (_, at) => {
    const [x, y] = [(at % columns) * width + 40, (Math.floor(at / columns) + 1) * size * 1.3]
    const words = Array.from({ length: Math.floor(width / (size * 3.4)) }, word).join(' ')
    return `<text x="${x}" y="${y}" textLength="${width - 80}" lengthAdjust="spacing">${words}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${photo.width}" height="${photo.height}">
    <rect width="100%" height="100%" fill="#e6e2d8"/><g font-family="serif" font-size="${size}" fill="#2b2b2b">${lines.join('')}</g></svg>`
}

/** A lamp's reflection somewhere on the card: not always on what is to be read. */
function drawGlare(
  left: number,
  top: number,
  info: { width: number; height: number },
  random: Seeded,
): string {
  const x = left + info.width * random.between(0.15, 0.85)
  const y = top + info.height * random.between(0.1, 0.75)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${photo.width}" height="${photo.height}">
    <radialGradient id="g"><stop offset="0.2" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="${x}" cy="${y}" rx="${random.between(250, 520)}" ry="${random.between(160, 320)}" fill="url(#g)"/></svg>`
}
