import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { project } from './join-pieces.ts'
import { type Box, extractBox, type Picture } from './picture.ts'

/** Loads the decoder from disk; by default it would be fetched from the network. */
export async function loadBarcodes(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = (await readFile(file)).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/**
 * The texts of the PDF417 barcodes in a picture. Each busy region outside the text is first rotated and sheared to
 * match its rows and bars, because the decoder tolerates little slant. When that finds nothing, the region is only
 * rotated to its bars.
 */
export async function detectBarcodes(picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const texts = new Set<string>()
  for (const region of findBusyRegions(picture, boxes)) {
    const found = await decode(picture, region)
    const { lean = 0 } = region
    const turned = { ...region, angle: region.angle + lean, lean: 0 }
    for (const text of found.length > 0 ? found : await decode(picture, turned)) texts.add(text)
  }
  return [...texts]
}

async function decode(picture: Picture, region: Box): Promise<string[]> {
  const size = { width: Math.round(region.length), height: Math.round(region.thickness) }
  const found = await readBarcodes(toImageData(extractBox(picture, region, size)), {
    formats: ['PDF417'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 3,
    textMode: 'Plain',
  })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** The median slope of the text lines, in radians. */
export function measureSlope(boxes: readonly Box[]): number {
  const lines = boxes
    .filter(({ length, thickness }) => length > 4 * thickness)
    .sort((a, b) => a.angle - b.angle)
  return lines[Math.floor(lines.length / 2)]?.angle ?? 0
}

function toImageData({ pixels, width, height }: Picture): Parameters<typeof readBarcodes>[0] {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    data[at * 4] = pixels[at * 3] ?? 0
    data[at * 4 + 1] = pixels[at * 3 + 1] ?? 0
    data[at * 4 + 2] = pixels[at * 3 + 2] ?? 0
    data[at * 4 + 3] = 255
  }
  return { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
}

/**
 * The number of blocks along a picture's longest side; the number of adjacent blocks that may be a barcode; and the
 * number of regions to examine.
 */
const blocksAlong = 64
const minBlocks = 8
const maxRegions = 3
/**
 * A bar's least distance from its block's mean, as a share of the span between dark and light; and the least number of
 * changes across a block.
 */
const amplitude = 0.11
const minChanges = 1.8
/** The greatest thickness of print, in blocks. */
const maxText = 2
/**
 * The greatest angle, in radians, between a barcode's rows and the normal of its bars; a larger one means that the
 * region isn't a barcode.
 */
const maxLean = 0.45

type Block = { left: number; top: number }

/**
 * Regions outside the text that change between dark and light as often as a barcode does. Returns the largest, each
 * aligned to its rows, with the lean of its bars, and with room for the quiet zone around it.
 */
function findBusyRegions(picture: Picture, text: readonly Box[]): Box[] {
  const side = Math.max(16, Math.round(Math.max(picture.width, picture.height) / blocksAlong))
  const [columns, rows] = [Math.floor(picture.width / side), Math.floor(picture.height / side)]
  const print = text.filter(({ length, thickness }) => length > 3 * thickness && thickness < maxText * side)
  const least = amplitude * measureSpan(picture)
  const busy = new Uint8Array(columns * rows)
  for (let at = 0; at < busy.length; at++) {
    const block = { left: (at % columns) * side, top: Math.floor(at / columns) * side }
    const middle = { x: block.left + side / 2, y: block.top + side / 2 }
    if (countChanges(picture, block, side, least) < minChanges) continue
    if (!print.some((box) => isInside(middle, box, side))) busy[at] = 1
  }
  return collectTouching(busy, columns)
    .filter(({ length }) => length >= minBlocks)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxRegions)
    .map((region) =>
      boundRegion(
        picture,
        region.map((at) => ({ left: (at % columns) * side, top: Math.floor(at / columns) * side })),
        side,
      ),
    )
}

/**
 * Changes between dark and light per line of a block, horizontally or vertically, whichever is more: a barcode may
 * stand upright.
 */
function countChanges({ pixels, width }: Picture, { left, top }: Block, side: number, least: number): number {
  const look = (x: number, y: number) => pixels[((top + y) * width + left + x) * 3 + 1] ?? 0
  let sum = 0
  for (let y = 0; y < side; y += 2) for (let x = 0; x < side; x += 2) sum += look(x, y)
  const mean = sum / Math.ceil(side / 2) ** 2
  let [across, down, lines] = [0, 0, 0]
  for (let line = 1; line < side; line += 4, lines++) {
    let [lastAcross, lastDown] = [0, 0]
    for (let at = 0; at < side; at++) {
      // Light between these two levels is noise.
      const toSign = (light: number) => (light > mean + least ? 1 : light < mean - least ? -1 : 0)
      const [right, below] = [toSign(look(at, line)), toSign(look(line, at))]
      if (right * lastAcross < 0) across++
      if (below * lastDown < 0) down++
      if (right !== 0) lastAcross = right
      if (below !== 0) lastDown = below
    }
  }
  return Math.max(across, down) / lines
}

function isInside(point: { x: number; y: number }, box: Box, side: number): boolean {
  const [own, middle] = [project(point, box.angle), project(box, box.angle)]
  return (
    Math.abs(own.along - middle.along) < box.length / 2 + side / 2 &&
    Math.abs(own.across - middle.across) < box.thickness / 2 + side / 4
  )
}

/** Groups busy blocks that are at most one block apart: glare may have erased a part of a barcode. */
function collectTouching(busy: Uint8Array, columns: number): number[][] {
  const regions: number[][] = []
  for (let start = 0; start < busy.length; start++) {
    if (!busy[start]) continue
    const region = [start]
    busy[start] = 0
    for (let next = 0; next < region.length; next++) {
      const at = region[next] ?? 0
      for (const down of [-2, -1, 0, 1, 2]) {
        for (const right of [-2, -1, 0, 1, 2]) {
          const other = at + down * columns + right
          if (!busy[other] || Math.abs((other % columns) - (at % columns)) > 2) continue
          busy[other] = 0
          region.push(other)
        }
      }
    }
    regions.push(region)
  }
  return regions
}

/** The box around a region: along the longer axis of its blocks, and leaning like its bars. */
function boundRegion(picture: Picture, blocks: readonly Block[], side: number): Box {
  const bars = measureBarSlope(picture, blocks, side)
  const middles = blocks.map(({ left, top }) => ({ x: left + side / 2, y: top + side / 2 }))
  const mean = {
    x: middles.reduce((sum, { x }) => sum + x, 0) / middles.length,
    y: middles.reduce((sum, { y }) => sum + y, 0) / middles.length,
  }
  let [xx, yy, xy] = [0, 0, 0]
  for (const { x, y } of middles) {
    xx += (x - mean.x) ** 2
    yy += (y - mean.y) ** 2
    xy += (x - mean.x) * (y - mean.y)
  }
  const rows = Math.atan2(2 * xy, xx - yy) / 2
  const lean = bars - rows - Math.PI * Math.round((bars - rows) / Math.PI)
  const [angle, own] = Math.abs(lean) < maxLean ? [rows, lean] : [bars, 0]
  const [cos, sin] = [Math.cos(angle + own), Math.sin(angle + own)]
  const alongs = middles.map(({ x, y }) => (x - mean.x) * cos + (y - mean.y) * sin)
  const acrosses = middles.map(({ x, y }) => (y - mean.y) * cos - (x - mean.x) * sin)
  const reach = Math.max(...alongs.map(Math.abs)) + 2.5 * side
  const rise = Math.max(...acrosses.map(Math.abs)) + 2.5 * side
  return { ...mean, length: 2 * reach, thickness: 2 * rise, angle, lean: own }
}

/** The difference between the 98th and the 2nd percentile of brightness. */
function measureSpan({ pixels }: Picture): number {
  const counts = new Uint32Array(256)
  let total = 0
  for (let at = 1; at < pixels.length; at += 30) {
    const light = pixels[at] ?? 0
    counts[light] = (counts[light] ?? 0) + 1
    total++
  }
  const readLevel = (share: number) => {
    let seen = 0
    return counts.findIndex((count) => {
      seen += count
      return seen >= share * total
    })
  }
  return Math.max(1, readLevel(0.98) - readLevel(0.02))
}

/**
 * The direction, in radians, in which brightness changes most in some blocks: across the bars of a barcode. It is an
 * axis: opposite directions count the same, which suits bars but not text.
 */
function measureBarSlope({ pixels, width }: Picture, blocks: readonly Block[], side: number): number {
  let [xx, yy, xy] = [0, 0, 0]
  const row = width * 3
  for (const { left, top } of blocks) {
    for (let y = top + 2; y < top + side - 2; y += 2) {
      for (let x = left + 2; x < left + side - 2; x += 2) {
        const at = y * row + x * 3 + 1
        const look = (offset: number) => pixels[at + offset] ?? 0
        const diagonal = look(row + 3) - look(-row - 3)
        const other = look(3 - row) - look(row - 3)
        const across = diagonal + other + 2 * (look(3) - look(-3))
        const down = diagonal - other + 2 * (look(row) - look(-row))
        xx += across * across
        yy += down * down
        xy += across * down
      }
    }
  }
  return Math.atan2(2 * xy, xx - yy) / 2
}
