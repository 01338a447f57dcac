// node scripts/make-face-model.mjs FOLDER: writes src/server/platform/document-reader/faces.onnx anew, from the folder
// `model` of the npm package @vladmandic/face-api 1.7.15 (`npm pack @vladmandic/face-api@1.7.15`). Its weights of 8
// bits stay as they are; only their order and format change.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './lib/project.mjs'

const folder = process.argv[2]
if (!folder) {
  console.error('Name the folder `model` of the unpacked package.')
  process.exit(1)
}
const weights = readFileSync(join(folder, 'tiny_face_detector_model.bin'))
const [manifest] = JSON.parse(
  readFileSync(join(folder, 'tiny_face_detector_model-weights_manifest.json'), 'utf8'),
)

// Protocol Buffers, as far as onnx.proto needs them. The first argument is the number of a field.
function varint(value) {
  const bytes = []
  let rest = BigInt(value)
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest ? low | 128 : low)
  } while (rest)
  return Buffer.from(bytes)
}
const int = (field, value) => Buffer.concat([varint(field << 3), varint(value)])
function bytes(field, content) {
  const data = Buffer.from(content)
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data])
}
const message = (field, ...parts) => bytes(field, Buffer.concat(parts))
const floats = (...values) => Buffer.from(new Float32Array(values).buffer)
const float = (field, value) => Buffer.concat([varint((field << 3) | 5), floats(value)])

const nodes = []
const constants = []
const [float32, uint8] = [1, 2]

function attribute(name, value) {
  if (typeof value === 'string') return message(5, bytes(1, name), bytes(4, value), int(20, 3))
  if (Array.isArray(value)) return message(5, bytes(1, name), ...value.map((one) => int(8, one)), int(20, 7))
  return Number.isInteger(value)
    ? message(5, bytes(1, name), int(3, value), int(20, 2))
    : message(5, bytes(1, name), float(2, value), int(20, 1))
}

/** Adds a step to the network; answers its name. */
function step(operator, inputs, name, attributes = {}) {
  const given = Object.entries(attributes).map(([key, value]) => attribute(key, value))
  nodes.push(
    message(1, ...inputs.map((input) => bytes(1, input)), bytes(2, name), bytes(4, operator), ...given),
  )
  return name
}

function constant(name, dimensions, type, data) {
  constants.push(
    message(5, ...dimensions.map((size) => int(1, size)), int(2, type), bytes(8, name), bytes(9, data)),
  )
  return name
}

/**
 * A filter of TensorFlow (height, width, in, out; of a depthwise one height, width, channel, 1) in the order of ONNX
 * (out, in, height, width).
 */
function reorder(raw, [height, width, inputs, outputs], isDepthwise) {
  const [out, into] = isDepthwise ? [inputs, outputs] : [outputs, inputs]
  const data = Buffer.alloc(raw.length)
  let at = 0
  for (let o = 0; o < out; o++)
    for (let i = 0; i < into; i++)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const [first, second] = isDepthwise ? [o, i] : [i, o]
          data[at++] = raw[((y * width + x) * inputs + first) * outputs + second] ?? 0
        }
  return { data, dimensions: [out, into, height, width] }
}

let read = 0
for (const { name, shape, quantization } of manifest.weights) {
  const size = shape.reduce((product, one) => product * one, 1)
  const raw = weights.subarray(read, read + size)
  read += size
  const { data, dimensions } =
    shape.length === 4 ? reorder(raw, shape, name.includes('depthwise')) : { data: raw, dimensions: shape }
  const whole = step('Cast', [constant(`${name}/q`, dimensions, uint8, data)], `${name}/f`, { to: float32 })
  const scale = constant(`${name}/scale`, [], float32, floats(quantization.scale))
  const min = constant(`${name}/min`, [], float32, floats(quantization.min))
  step('Add', [step('Mul', [whole, scale], `${name}/m`), min], name)
}
if (read !== weights.length) throw new Error('The manifest does not name all of the weights.')

// tiny_face_detector: YOLOv2 of seven convolutions, six of them in two parts, for each 32 pixels of a picture as it is,
// red first.
const mean = constant('mean', [1, 3, 1, 1], float32, floats(117.001, 114.697, 97.404))
let last = step('Div', [step('Sub', ['picture', mean], 's'), constant('255', [], float32, floats(255))], 'd')
const relax = (name) => step('LeakyRelu', [name], `${name}/l`, { alpha: 0.10000000149011612 })
last = relax(step('Conv', [last, 'conv0/filters', 'conv0/bias'], 'c0'))
for (let n = 1; n <= 5; n++) {
  last = step('MaxPool', [last], `p${n}`, { kernel_shape: [2, 2], strides: [2, 2], auto_pad: 'SAME_UPPER' })
  last = step('Conv', [last, `conv${n}/depthwise_filter`], `dw${n}`, {
    group: 8 * 2 ** n,
    pads: [1, 1, 1, 1],
  })
  last = relax(step('Conv', [last, `conv${n}/pointwise_filter`, `conv${n}/bias`], `pw${n}`))
}
last = step('MaxPool', [last], 'p6', { kernel_shape: [2, 2], strides: [1, 1], auto_pad: 'SAME_UPPER' })
step('Conv', [last, 'conv8/filters', 'conv8/bias'], 'boxes')

const side = (size) => message(1, typeof size === 'number' ? int(1, size) : bytes(2, size))
const value = (field, name, sides) =>
  message(field, bytes(1, name), message(2, message(1, int(1, float32), message(2, ...sides.map(side)))))
const graph = message(
  7,
  ...nodes,
  bytes(2, 'tiny_face_detector'),
  ...constants,
  value(11, 'picture', [1, 3, 'height', 'width']),
  value(12, 'boxes', [1, 25, 'rows', 'columns']),
)
const model = Buffer.concat([int(1, 8), graph, message(8, bytes(1, ''), int(2, 13))])
writeFileSync(inProject('src/server/platform/document-reader/faces.onnx'), model)
