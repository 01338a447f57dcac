/**
 * Simulates a phone's photo of a flat drawing: on a table with print or grain, with light, by a camera. Each picture
 * has random conditions. They are limited by the size of the finest details, so that a person who zooms in can read
 * every letter and distinguish every bar.
 */
import sharp from 'sharp'
import { type Flat, write } from './draw-flat.ts'
import { between, pick, type Random } from './made-up-documents.ts'

/** The probability of each condition. */
const likelihoods = {
  standing: 0.3,
  slanted: 0.4,
  far: 0.35,
  tilted: 0.35,
  dim: 0.2,
  'uneven light': 0.3,
  shadow: 0.3,
  film: 0.25,
  defocused: 0.25,
  noisy: 0.3,
  'low quality': 0.35,
}
export type Condition = keyof typeof likelihoods

const grounds = ['wood', 'cloth', 'newspaper', 'letter'] as const

export type Photo = {
  jpeg: Uint8Array
  conditions: Condition[]
  ground: (typeof grounds)[number]
  size: string
}

type Point = readonly [number, number]
type Box = { x: number; y: number; width: number; height: number }
type Pixels = { data: Uint8Array; width: number; height: number }

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
  const camera = placeCamera(random, flat, has, width, height)
  const finest = 'letter' in flat.finest ? flat.finest.letter : flat.finest.bar * 5
  const needs = 'letter' in flat.finest ? floors.letter / finest : (floors.bar * 5) / finest
  if (!camera || camera.perMm < needs) return null
  const ground = pick(random, grounds)
  const corners = [0, width].flatMap((u) => [0, height].map((v) => camera.toTable(u, v)))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const view = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  const scene = drawGround(random, ground, view) + drawPaper(flat) + drawLight(random, view, flat, has)
  const perMm = Math.min(camera.perMm * 1.1, 6000 / Math.max(view.width, view.height))
  const shot = project(await rasterise(scene, view, perMm), view, camera.toTable, width, height)
  const raw = { width, height, channels: 3 } as const
  // Every lens and sensor blurs a little.
  const blur =
    finest * camera.perMm * (has('defocused') ? between(random, 0.05, 0.085) : between(random, 0.015, 0.035))
  const light = has('dim') ? between(random, 0.42, 0.6) : between(random, 0.82, 1.05)
  const seen = await sharp(shot, { raw }).blur(Math.max(0.35, blur)).linear(light, 0).raw().toBuffer()
  addNoise(random, seen, has('noisy') ? between(random, 6, 12) : between(random, 0.5, 3))
  const quality = Math.round(has('low quality') ? between(random, 55, 70) : between(random, 70, 90))
  const jpeg = await sharp(seen, { raw }).jpeg({ quality }).toBuffer()
  return { jpeg, conditions, ground, size: `${width}x${height}` }
}

/**
 * The mapping from pixels of the picture to millimetres on the table, with the document's corner as origin; null if the
 * document doesn't fit.
 */
function placeCamera(
  random: Random,
  flat: Flat,
  has: (condition: Condition) => boolean,
  width: number,
  height: number,
): { perMm: number; toTable(u: number, v: number): Point } | null {
  const either = () => (random() < 0.5 ? -1 : 1)
  const degrees =
    (has('standing') ? pick(random, [90, 180, 270]) : 0) +
    between(random, 5, 20) * (has('slanted') ? 1 : 0.2) * either()
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  // The relative distance by which one edge of the picture is nearer than its centre.
  const tilt = () => (has('tilted') ? between(random, 0.08, 0.2) : between(random, 0, 0.04)) * either()
  const [a, b] = [tilt() / (width / 2), tilt() / (height / 2)]
  const share = has('far') ? between(random, 0.35, 0.55) : between(random, 0.55, 0.9)
  const perMm = (share * width) / (Math.abs(flat.width * cos) + Math.abs(flat.height * sin))
  const [mx, my] = [between(random, -0.15, 0.15) * width, between(random, -0.15, 0.15) * height]
  const toTable = (u: number, v: number): Point => {
    const [du, dv] = [u - width / 2 - mx, v - height / 2 - my]
    const depth = perMm * (1 + a * du + b * dv)
    return [flat.width / 2 + (cos * du + sin * dv) / depth, flat.height / 2 + (cos * dv - sin * du) / depth]
  }
  // The inverse mapping, for the corners: two linear equations.
  const isInside = ([x, y]: Point) => {
    const [tx, ty] = [(x - flat.width / 2) * perMm, (y - flat.height / 2) * perMm]
    const [p, q, r, s] = [cos - a * tx, sin - b * tx, -sin - a * ty, cos - b * ty]
    const u = (tx * s - ty * q) / (p * s - q * r) + width / 2 + mx
    const v = (ty * p - tx * r) / (p * s - q * r) + height / 2 + my
    return u > 0 && u < width && v > 0 && v < height
  }
  const corners = [0, flat.width].flatMap((x) => [0, flat.height].map((y): Point => [x, y]))
  return corners.every(isInside) ? { perMm, toTable } : null
}

/** Draws wood, cloth, or the print of a newspaper or a letter. */
function drawGround(random: Random, ground: Photo['ground'], box: Box): string {
  const { x, y, width, height } = box
  const fills = { wood: '#a9764a #c99e6c #6f4a30', cloth: '#54606e #8b3f3a #d9d5cc' }
  const rect = (attributes: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`
  if (ground === 'wood' || ground === 'cloth') {
    const frequency = ground === 'wood' ? '0.02 0.35' : '0.9 0.9'
    return (
      `<filter id="surface" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${Math.floor(random() * 999)}"/>` +
      '<feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.06  0 0 0 0 0.03  0.9 0.5 0 0 -0.35"/></filter>' +
      rect(`fill="${pick(random, fills[ground].split(' '))}"`) +
      rect('filter="url(#surface)"')
    )
  }
  const [font, column, capital] =
    ground === 'letter'
      ? (['sans', 170, between(random, 2, 2.6)] as const)
      : (['serif', between(random, 38, 60), between(random, 1.5, 2.1)] as const)
  let inner = rect(`fill="${ground === 'letter' ? '#f3f3f0' : '#dcd7cb'}"`)
  for (let left = x + 3; left < x + width; left += column + 5) {
    for (let top = y + 3; top < y + height; top += capital * 2) {
      let text = ''
      while (text.length * capital * 0.8 < column - 8) text += `${pick(random, words)} `
      inner += write(font, [left, top], capital, text.trim(), { fill: '#2d2c2a' })
    }
  }
  return inner
}

/** Draws the document and its shadow. */
function drawPaper({ width, height, radius, inner }: Flat): string {
  const edge = `width="${width}" height="${height}" rx="${radius}"`
  return (
    `<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter><rect ${edge} filter="url(#soft)" opacity="0.5"/>` +
    `<clipPath id="edge"><rect ${edge}/></clipPath><g clip-path="url(#edge)">${inner}</g>`
  )
}

/** Draws the light over the whole picture: falloff, the edge of a shadow, and glare on the laminate. */
function drawLight(random: Random, box: Box, flat: Flat, has: (condition: Condition) => boolean): string {
  const { x, y, width, height } = box
  const cover = (fill: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${fill})"/>`
  const darkness = (id: string, opacity: number, from: number, to: number) =>
    `<linearGradient id="${id}" gradientTransform="rotate(${Math.floor(random() * 360)} 0.5 0.5)"><stop offset="${from}" stop-opacity="0"/><stop offset="${to}" stop-opacity="${opacity}"/></linearGradient>${cover(id)}`
  const edge = between(random, 0.4, 0.6)
  let inner = ''
  if (has('uneven light')) inner += darkness('fall', between(random, 0.25, 0.5), 0, 1)
  if (has('shadow')) inner += darkness('shadow', between(random, 0.25, 0.5), edge, edge + 0.05)
  if (has('film')) {
    const [gx, gy] = [random() * flat.width, random() * flat.height]
    inner +=
      `<radialGradient id="glare"><stop offset="0.1" stop-color="#fff" stop-opacity="0.62"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
      `<rect x="-3" y="-3" width="${flat.width + 6}" height="${flat.height + 6}" rx="3" fill="#fff" opacity="${between(random, 0.05, 0.16)}"/>` +
      `<ellipse cx="${gx}" cy="${gy}" rx="${between(random, 10, 40)}" ry="${between(random, 6, 22)}" fill="url(#glare)"/>`
  }
  return inner
}

async function rasterise(inner: string, box: Box, perMm: number): Promise<Pixels> {
  const [width, height] = [Math.round(box.width * perMm), Math.round(box.height * perMm)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">${inner}</svg>`
  const drawn = sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().raw()
  return { data: await drawn.toBuffer(), width, height }
}

/** The picture on the sensor, as RGB: each pixel is interpolated from the four nearest pixels of the table. */
function project(
  { data, width: tableWidth, height: tableHeight }: Pixels,
  view: Box,
  toTable: (u: number, v: number) => Point,
  width: number,
  height: number,
): Uint8Array {
  const shot = new Uint8Array(width * height * 3)
  const perMm = tableWidth / view.width
  for (let place = 0; place < width * height; place += 1) {
    const [x, y] = toTable(place % width, Math.floor(place / width))
    const fx = Math.max(0, Math.min(tableWidth - 1.001, (x - view.x) * perMm))
    const fy = Math.max(0, Math.min(tableHeight - 1.001, (y - view.y) * perMm))
    const [tx, ty] = [fx % 1, fy % 1]
    const first = ((fy - ty) * tableWidth + fx - tx) * 3
    for (let channel = 0; channel < 3; channel += 1) {
      const at = (offset: number) => data[first + offset + channel] as number
      const upper = at(0) * (1 - tx) + at(3) * tx
      const lower = at(tableWidth * 3) * (1 - tx) + at(tableWidth * 3 + 3) * tx
      shot[place * 3 + channel] = upper * (1 - ty) + lower * ty
    }
  }
  return shot
}

/** Adds roughly normal noise, stronger in dark areas and in the blue channel. */
function addNoise(random: Random, rgb: Uint8Array, deviation: number): void {
  const table = Float64Array.from(
    { length: 65_536 },
    () => (random() + random() + random() + random() - 2) * 1.73 * deviation,
  )
  let state = Math.floor(random() * 65_536)
  for (let place = 0; place < rgb.length; place += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const value = rgb[place] as number
    const noise = (table[state >>> 16] as number) * (1.15 - value / 600) * (place % 3 === 2 ? 1.3 : 1)
    rgb[place] = Math.max(0, Math.min(255, value + noise + 0.5))
  }
}
