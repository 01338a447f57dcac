import sharp, { type Sharp } from 'sharp'
import type { Drawing } from './draw-document.ts'
import type { Seeded } from './seeded.ts'
import { addMoire, addNoise, moveWhileOpen } from './sensor.ts'
import { drawFilm, drawGlare, drawPrint } from './surroundings.ts'

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
  'letter',
  'film',
  'motion',
  'moire',
  'bent',
  'several',
] as const
export type Distortion = (typeof distortions)[number]

/** 12 megapixels, as phones take them. */
const photo = { width: 4032, height: 3024 }

const grounds = ['#7a5a3c', '#3a3d42', '#b8b2a6', '#51684f', '#d9d4cb']

/** A JPEG of a document on a table. */
export async function photograph(
  drawing: Drawing,
  distortion: Distortion,
  random: Seeded,
): Promise<Uint8Array> {
  const has = drawFaults(distortion, random)
  const { card, left, top } = await layOnTable(drawing, has, random)
  const raw = { ...card.info, channels: 4 as const }
  const print = (['newspaper', 'letter'] as const).filter(has).map((kind) => drawPrint(kind, photo, random))
  const place = { left, top, ...card.info }
  const sheen = [
    ...(has('glare') ? [drawGlare(photo, place, random)] : []),
    ...(has('film') ? [drawFilm(photo, place, random)] : []),
  ]
  const toLayer = (svg: string) => ({ input: Buffer.from(svg), left: 0, top: 0 })
  const pixels = await sharp({ create: { ...photo, channels: 3, background: random.pick(grounds) } })
    .composite([...print.map(toLayer), { input: card.data, raw, left, top }, ...sheen.map(toLayer)])
    .removeAlpha()
    .raw()
    .toBuffer()
  if (has('moire')) addMoire(pixels, photo.width, random)
  let image = toPhoto(has('motion') ? moveWhileOpen(pixels, photo.width, random) : pixels)
  if (has('blurred')) image = image.blur(random.between(1.5, 3.2))
  if (has('dim')) image = image.linear(random.between(0.35, 0.5), 4)
  return toPhoto(addNoise(await image.raw().toBuffer(), random))
    .jpeg({ quality: random.whole(78, 92) })
    .toBuffer()
}

/** Whether a picture has a fault: the one that is named, or three for "several". */
function drawFaults(distortion: Distortion, random: Seeded): (fault: Distortion) => boolean {
  if (distortion !== 'several') return (fault) => fault === distortion
  const picked = [
    random.pick(['turned', 'standing', 'slanted', 'upside down'] as const),
    random.pick(['newspaper', 'letter', 'film', 'tilted', 'bent'] as const),
    random.pick(['blurred', 'dim', 'motion', 'moire'] as const),
  ]
  return (fault) => picked.some((other) => other === fault)
}

async function layOnTable(
  { svg, width, height }: Drawing,
  has: (fault: Distortion) => boolean,
  random: Seeded,
): Promise<{ card: Raw; left: number; top: number }> {
  const share = has('small') ? random.between(0.4, 0.5) : random.between(0.62, 0.82)
  const scale = (share * photo.width * 1.15) / Math.hypot(width, height)
  const flat = await readRaw(
    sharp(Buffer.from(svg), { density: 72 * scale, limitInputPixels: false }).ensureAlpha(),
  )
  const leant = has('tilted') ? lean(flat, random) : flat
  const bent = has('bent') ? bend(leant, random) : leant
  const turned = await readRaw(toPicture(bent).rotate(drawAngle(has, random), { background: '#00000000' }))
  const card = await readRaw(toPicture(turned).resize({ ...photo, fit: 'inside', withoutEnlargement: true }))
  const left = Math.round((photo.width - card.info.width) * random.between(0.3, 0.7))
  const top = Math.round((photo.height - card.info.height) * random.between(0.3, 0.7))
  return { card, left, top }
}

type Raw = { data: Buffer; info: { width: number; height: number } }

function readRaw(image: Sharp): Promise<Raw> {
  return image.raw().toBuffer({ resolveWithObject: true })
}

function toPicture({ data, info: { width, height } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
}

function toPhoto(pixels: Buffer): Sharp {
  return sharp(pixels, { raw: { ...photo, channels: 3 } })
}

function drawAngle(has: (fault: Distortion) => boolean, random: Seeded): number {
  if (has('turned')) return random.between(4, 14) * random.pick([-1, 1])
  if (has('upside down')) return 180 + random.between(-4, 4)
  if (has('standing')) return 90 * random.pick([-1, 1]) + random.between(-6, 6)
  if (has('slanted')) return random.between(18, 40) * random.pick([-1, 1])
  return random.between(-2, 2)
}

/** Seen from a side: every row is shortened a little more than the one below it. */
function lean({ data, info }: Raw, random: Seeded): Raw {
  const { width, height } = info
  const most = random.between(0.04, 0.11) * random.pick([-1, 1])
  return redraw({ data, info }, (x, y) => {
    const shortening = most > 0 ? most * (1 - y / height) : -most * (y / height)
    const inset = (width * shortening) / 2
    return { x: ((x - inset) / (width - 2 * inset)) * width, y }
  })
}

/** Bowed in the middle, as a card is that spent years in a back pocket: rows are arcs. */
function bend({ data, info }: Raw, random: Seeded): Raw {
  const { width, height } = info
  const rise = height * random.between(0.015, 0.04) * random.pick([-1, 1])
  return redraw({ data, info }, (x, y) => {
    const share = (2 * x) / width - 1
    return { x, y: y + rise * (share * share - 0.5) }
  })
}

/** A picture whose pixels come from elsewhere in it, each the mean of its four neighbours by distance; clear where that is outside. */
function redraw({ data, info }: Raw, findSource: (x: number, y: number) => { x: number; y: number }): Raw {
  const { width, height } = info
  const out = Buffer.alloc(data.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const { x, y } = findSource(column, row)
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [fx, fy] = [x - left, y - top]
      const from = (top * width + left) * 4
      const below = from + width * 4
      const into = (row * width + column) * 4
      for (let c = 0; c < 4; c++) {
        const above = (data[from + c] ?? 0) * (1 - fx) + (data[from + 4 + c] ?? 0) * fx
        const under = (data[below + c] ?? 0) * (1 - fx) + (data[below + 4 + c] ?? 0) * fx
        out[into + c] = above * (1 - fy) + under * fy
      }
    }
  }
  return { data: out, info }
}
