/**
 * Simulates a phone's photo of a flat drawing: on a table with print or grain, with light, by a camera. Each picture
 * has random conditions. They are limited by the size of the finest details, so that a person who zooms in can read
 * every letter and distinguish every bar. A slanted camera skews the document; the picture has no perspective.
 */
import sharp from 'sharp'
import { type Flat, write } from './draw-flat.ts'
import { between, pick, type Random } from './made-up-documents.ts'

const likelihoods = {
  standing: 0.3,
  turned: 0.4,
  slanted: 0.35,
  far: 0.35,
  dim: 0.2,
  shadow: 0.4,
  film: 0.25,
  defocused: 0.25,
  noisy: 0.3,
  'low quality': 0.35,
}
export type Condition = keyof typeof likelihoods

const grounds = ['wood', 'cloth', 'newspaper'] as const

export type Photo = {
  jpeg: Uint8Array
  conditions: Condition[]
  ground: (typeof grounds)[number]
  size: string
}

/** Landscape sizes: of a camera, of the pictures that the product's pages send, and of a video frame. */
const sizes = [
  [3264, 2448],
  [2560, 1920],
  [1600, 1200],
] as const

/** The smallest height of a capital letter and the smallest width of a bar, in pixels. */
const floors = { letter: 12, bar: 2.4 }

const words = 'the council said on Tuesday that water would be back by 14 March for 2.6 million'.split(' ')

/** Null if the document doesn't fit into the picture at a readable size. */
export async function photograph(random: Random, flat: Flat): Promise<Photo | null> {
  const conditions = (Object.keys(likelihoods) as Condition[]).filter((one) => random() < likelihoods[one])
  const has = (condition: Condition) => conditions.includes(condition)
  const [long, short] = pick(random, sizes)
  const [width, height] = random() < 0.4 ? [short, long] : [long, short]
  const either = () => (random() < 0.5 ? -1 : 1)
  const degrees =
    (has('standing') ? pick(random, [90, 180, 270]) : 0) +
    between(random, 5, 20) * (has('turned') ? 1 : 0.2) * either()
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)].map(Math.abs)
  const span = flat.width * (cos ?? 0) + flat.height * (sin ?? 0)
  const rise = flat.width * (sin ?? 0) + flat.height * (cos ?? 0)
  const share = has('far') ? between(random, 0.35, 0.55) : between(random, 0.55, 0.9)
  const perMm = (share * width) / span
  const isReadable = perMm * flat.finest.size >= floors[flat.finest.kind]
  if (!isReadable || perMm * rise > 0.9 * height) return null
  const skew = (has('slanted') ? between(random, 4, 12) : between(random, 0, 2)) * either()
  const ground = pick(random, grounds)
  const view = { width: width / perMm, height: height / perMm }
  const [x, y] = [view.width - span, view.height - rise].map((room) => room * between(random, -0.3, 0.3))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${view.width} ${view.height}">
    ${drawGround(random, ground, view)}
    <g transform="translate(${view.width / 2 + (x ?? 0)} ${view.height / 2 + (y ?? 0)}) rotate(${degrees}) skewX(${skew}) translate(${-flat.width / 2} ${-flat.height / 2})">
      ${drawPaper(flat)}${has('film') ? drawFilm(random, flat) : ''}</g>
    ${has('shadow') ? drawShadow(random) : ''}</svg>`
  const raw = { width, height, channels: 3 } as const
  // Every lens and sensor blurs a little, in proportion to the finest detail.
  const blur = has('defocused') ? between(random, 0.05, 0.085) : between(random, 0.015, 0.035)
  const detail = perMm * flat.finest.size * (flat.finest.kind === 'bar' ? 5 : 1)
  const light = has('dim') ? between(random, 0.42, 0.6) : between(random, 0.82, 1.05)
  const seen = await sharp(Buffer.from(svg), { unlimited: true })
    .removeAlpha()
    .blur(Math.max(0.35, blur * detail))
    .linear(light, 0)
    .raw()
    .toBuffer()
  addNoise(random, seen, has('noisy') ? between(random, 6, 12) : between(random, 0.5, 3))
  const quality = Math.round(has('low quality') ? between(random, 55, 70) : between(random, 70, 90))
  const jpeg = await sharp(seen, { raw }).jpeg({ quality }).toBuffer()
  return { jpeg, conditions, ground, size: `${width}x${height}` }
}

/** Draws wood, cloth, or the print of a newspaper. */
function drawGround(
  random: Random,
  ground: Photo['ground'],
  view: { width: number; height: number },
): string {
  const rect = (attributes: string) => `<rect width="${view.width}" height="${view.height}" ${attributes}/>`
  if (ground !== 'newspaper') {
    const fills = { wood: ['#a9764a', '#c99e6c', '#6f4a30'], cloth: ['#54606e', '#8b3f3a', '#d9d5cc'] }
    const frequency = ground === 'wood' ? '0.02 0.35' : '0.9 0.9'
    return (
      `<filter id="surface" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${Math.floor(random() * 999)}"/>` +
      '<feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.06  0 0 0 0 0.03  0.9 0.5 0 0 -0.35"/></filter>' +
      rect(`fill="${pick(random, fills[ground])}"`) +
      rect('filter="url(#surface)"')
    )
  }
  const [column, capital] = [between(random, 38, 60), between(random, 1.5, 2.1)]
  let inner = rect('fill="#dcd7cb"')
  for (let left = 3; left < view.width; left += column + 5) {
    for (let top = 3; top < view.height; top += capital * 2) {
      let text = ''
      while (text.length * capital * 0.8 < column - 8) text += `${pick(random, words)} `
      inner += write('serif', [left, top], capital, text.trim(), { fill: '#2d2c2a' })
    }
  }
  return inner
}

function drawPaper({ width, height, radius, inner }: Flat): string {
  const edge = `width="${width}" height="${height}" rx="${radius}"`
  return (
    `<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter><rect ${edge} filter="url(#soft)" opacity="0.5"/>` +
    `<clipPath id="edge"><rect ${edge}/></clipPath><g clip-path="url(#edge)">${inner}</g>`
  )
}

function drawFilm(random: Random, { width, height }: Flat): string {
  return (
    `<radialGradient id="glare"><stop offset="0.1" stop-color="#fff" stop-opacity="0.62"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<rect x="-3" y="-3" width="${width + 6}" height="${height + 6}" rx="3" fill="#fff" opacity="${between(random, 0.05, 0.16)}"/>` +
    `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${between(random, 10, 40)}" ry="${between(random, 6, 22)}" fill="url(#glare)"/>`
  )
}

/** Draws a shadow over a part of the picture, with a sharp or a soft edge. */
function drawShadow(random: Random): string {
  const [edge, softness] = [between(random, 0.1, 0.6), between(random, 0.05, 0.8)]
  return (
    `<linearGradient id="shadow" gradientTransform="rotate(${Math.floor(random() * 360)} 0.5 0.5)"><stop offset="${edge}" stop-opacity="0"/><stop offset="${edge + softness}" stop-opacity="${between(random, 0.25, 0.5)}"/></linearGradient>` +
    '<rect width="100%" height="100%" fill="url(#shadow)"/>'
  )
}

function addNoise(random: Random, rgb: Uint8Array, deviation: number): void {
  const noise = Array.from({ length: 65_536 }, () => (random() + random() + random() + random() - 2) * 1.73)
  for (const [place, value] of rgb.entries()) {
    const added = (noise[Math.floor(random() * noise.length)] as number) * deviation
    rgb[place] = Math.max(0, Math.min(255, value + added + 0.5))
  }
}
