import { readSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** A message between two processes: a JSON value, and bytes. */
export type Message<Head> = { head: Head; bytes: Uint8Array }

/** The size of the header: the lengths of the JSON and of the bytes that follow, each in four bytes, little-endian. */
const lengthsBytes = 8

/** A message without its bytes, which are written separately: this avoids copying megabytes. */
export function writeFrameHead({ head, bytes }: Message<unknown>): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const frame = Buffer.alloc(lengthsBytes + json.byteLength)
  frame.writeUInt32LE(json.byteLength, 0)
  frame.writeUInt32LE(bytes.byteLength, 4)
  frame.set(json, lengthsBytes)
  return frame
}

/** The lengths of the JSON and of the bytes that follow. */
function readLengths(lengths: Buffer): { jsonBytes: number; bodyBytes: number } {
  return { jsonBytes: lengths.readUInt32LE(0), bodyBytes: lengths.readUInt32LE(4) }
}

/**
 * Assembles a message from chunks. Its bytes go directly into a SharedArrayBuffer, which other threads read without a
 * copy.
 * @returns a function that takes the next chunk, and returns the message once it is complete
 */
export function readMessage<Head>(): (chunk: Buffer) => Message<Head> | null {
  let start = Buffer.alloc(0)
  let message: Message<Head> | null = null
  let at = 0
  return (chunk) => {
    let bytes = chunk
    if (!message) {
      start = Buffer.concat([start, chunk])
      if (start.byteLength < lengthsBytes) return null
      const { jsonBytes, bodyBytes } = readLengths(start)
      const headEnd = lengthsBytes + jsonBytes
      if (start.byteLength < headEnd) return null
      message = {
        head: JSON.parse(start.toString('utf8', lengthsBytes, headEnd)),
        bytes: new Uint8Array(new SharedArrayBuffer(bodyBytes)),
      }
      bytes = start.subarray(headEnd)
    }
    message.bytes.set(bytes, at)
    at += bytes.byteLength
    return at === message.bytes.byteLength ? message : null
  }
}

const checkIntervalMs = 100
const noBytes = new Uint8Array()

/** The pipes to the parent process. They aren't stdin and stdout, because a library may write to stdout. */
const [input, output] = [3, 4]

/**
 * Runs in a process started by `startProcesses`: answers each message with one, as long as the parent process exists.
 * The process ends when it exceeds its memory limit or an answer fails; the parent is notified by its exit.
 */
export async function answerQuestions<Question, Answer>(
  answer: (question: Question, bytes: Uint8Array) => Promise<{ head: Answer; bytes?: Uint8Array }>,
): Promise<void> {
  const [maxMemoryBytes, parent] = [Number(process.argv[2]), Number(process.argv[3])]
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes || process.ppid !== parent)
      process.kill(process.pid, 'SIGKILL')
  }, checkIntervalMs)

  // Reports that the process is ready. Any later failure belongs to a request.
  write({ head: null, bytes: noBytes })
  for (;;) {
    const { head, bytes } = read<Question>()
    const answered = await answer(head, bytes)
    write({ bytes: noBytes, ...answered })
  }
}

function read<Head>(): Message<Head> {
  const { jsonBytes, bodyBytes } = readLengths(fill(Buffer.alloc(lengthsBytes)))
  const head = JSON.parse(fill(Buffer.alloc(jsonBytes)).toString()) as Head
  return { head, bytes: fill(Buffer.allocUnsafeSlow(bodyBytes)) }
}

function fill(buffer: Buffer): Buffer {
  for (let at = 0; at < buffer.byteLength; ) {
    const count = readSync(input, buffer, at, buffer.byteLength - at, null)
    if (count === 0) process.exit(0)
    at += count
  }
  return buffer
}

function write(message: Message<unknown>): void {
  for (const part of [writeFrameHead(message), message.bytes])
    for (let at = 0; at < part.byteLength; ) at += writeSync(output, part, at)
}

const parentCheckIntervalMs = 500

/** Starts a thread that ends this process when its parent is gone, even while a file keeps the main thread busy. */
export function endWithParent(): void {
  const parent = Number(process.argv[3])
  const program = `
    setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, ${parentCheckIntervalMs})
  `
  new Worker(program, { eval: true }).unref()
}
