import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { findBusyRegion, measureBarSlope, type Region } from './busy-region.ts'
import { type Box, cutOut, type Picture } from './picture.ts'

/** A slope below it, in radians, is no hindrance. */
const smallSlope = 0.6 * (Math.PI / 180)

/** Loads the decoder from the disk: by itself it would fetch it from somewhere. */
export async function loadBarcodes(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = (await readFile(file)).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/**
 * The texts of the PDF417 barcodes in a picture. The part that is busy without being text is first turned by the slope of the text, and where that
 * shows nothing by that of the bars: the decoder bears little of it.
 */
export async function detectBarcodes(picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const region = findBusyRegion(picture, boxes)
  if (!region) return []
  const found = await decodeTurned(picture, region, measureSlope(boxes))
  return found.length > 0 ? found : decodeTurned(picture, region, measureBarSlope(picture, region))
}

async function decodeTurned(picture: Picture, region: Region, slope: number): Promise<string[]> {
  // The decoder looks in four directions by itself.
  const part = turnBack(picture, region, slope - Math.round(slope / (Math.PI / 2)) * (Math.PI / 2))
  const found = await readBarcodes(toImageData(part), {
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

/** The slope of most of the text, in radians. */
export function measureSlope(boxes: readonly Box[]): number {
  const lines = boxes
    .filter(({ length, thickness }) => length > 4 * thickness)
    .sort((a, b) => a.angle - b.angle)
  return lines[Math.floor(lines.length / 2)]?.angle ?? 0
}

/** What covers a region of a picture, turned back by a slope. */
function turnBack(picture: Picture, { left, top, right, bottom }: Region, slope: number): Picture {
  const [width, height] = [right - left, bottom - top]
  const [cos, sin] = [Math.abs(Math.cos(slope)), Math.abs(Math.sin(slope))]
  const into = { width: Math.ceil(width * cos + height * sin), height: Math.ceil(width * sin + height * cos) }
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const angle = Math.abs(slope) < smallSlope ? 0 : slope
  return cutOut(picture, { ...middle, length: into.width, thickness: into.height, angle }, into)
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
