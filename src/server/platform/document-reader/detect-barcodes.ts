import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { findBusyRegions } from './busy-region.ts'
import { type Box, cutOut, type Picture } from './picture.ts'

/** Loads the decoder from the disk: by itself it would fetch it from somewhere. */
export async function loadBarcodes(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = (await readFile(file)).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/**
 * The texts of the PDF417 barcodes in a picture. What is busy without being text is first turned and squared by its rows and bars, for the decoder
 * bears little of it; where that shows nothing, it is turned by its bars alone.
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
  const found = await readBarcodes(toImageData(cutOut(picture, region, size)), {
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
