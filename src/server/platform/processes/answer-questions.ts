import { readSync, writeSync } from 'node:fs'
import { lengthsBytes, type Message, readLengths, writeFrameHead } from './frames.ts'

const lookEveryMs = 100
const noBytes = new Uint8Array()

/** The ends of the pipes to the process that asks. Its usual ones go nowhere: a library may write to them. */
const [input, output] = [3, 4]

/**
 * In a process that `startProcesses` started: answers each message with one, as long as the process that started it is there. It ends when
 * it holds more memory than it may, and where there is no answer; whoever asked learns of that.
 */
export async function answerQuestions<Question, Answer>(
  answer: (question: Question, bytes: Uint8Array) => Promise<{ head: Answer; bytes?: Uint8Array }>,
): Promise<void> {
  const [maxMemoryBytes, parent] = [Number(process.argv[2]), Number(process.argv[3])]
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes || process.ppid !== parent)
      process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)

  // It is up: what ends it from here on is a question.
  write({ head: null, bytes: noBytes })
  for (;;) {
    const { head, bytes } = read<Question>()
    const answered = await answer(head, bytes)
    write({ bytes: noBytes, ...answered })
  }
}

/** The next question, as soon as it has come. */
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
