import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { folderForTest } from '../../testing/temporary-folder.ts'

const run = promisify(execFile)

/** The output of a process that logs and then runs the given code. */
async function written(then: string): Promise<string[]> {
  const program = `
    import { writeSync } from 'node:fs'
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const logger = createLogger('info')
    const mark = (text) => writeSync(1, text + '\\n')
    ${then}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  return stdout
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as { msg: string }).msg : line))
}

it('writes info lines in batches, and a warning at once with the lines waiting before it', async () => {
  const lines = await written(`
    logger.info({}, 'one')
    mark('nothing yet')
    logger.warn({}, 'two')
    mark('both')
    logger.info({}, 'three')
    setTimeout(() => mark('later'), 500)`)
  expect(lines).toEqual(['nothing yet', 'one', 'two', 'both', 'three', 'later'])
})

it('writes waiting lines when the process ends, and large batches without delay', async () => {
  expect(await written(`logger.info({}, 'last'); process.exit(3)`).catch((error) => error.stdout)).toContain(
    '"msg":"last"',
  )
  const many = await written(`
    for (let n = 0; n < 1000; n += 1) logger.info({ n }, 'line')
    mark('end')`)
  expect(many).toHaveLength(1001)
  expect(many.indexOf('end')).toBeGreaterThan(800)
})

/** Logs 20,000 lines, prints on stderr how many were dropped, and keeps running. */
const writeProgram = (more = '') => `
  import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
  import { droppedLines } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  const logger = createLogger('info')
  ${more}
  let n = 0
  const logMore = () => {
    for (let i = 0; i < 1000; i += 1) logger[n % 7 ? 'info' : 'error']({ n: n++, text: 'x'.repeat(200) }, 'line')
    if (n < 20_000) setImmediate(logMore)
    else setTimeout(() => console.error(JSON.stringify({ n, dropped: droppedLines.count })), 200)
  }
  logMore()`

/** Runs the program with its log going to `stdout`. */
function logTo(stdout: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writeProgram()], {
    stdio: ['ignore', stdout, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const counts = once(createInterface(child.stderr as NodeJS.ReadableStream), 'line').then(
    ([line]) => JSON.parse(String(line)) as { n: number; dropped: number },
  )
  return { child, counts }
}

async function endsWhenTold(child: ReturnType<typeof logTo>['child']) {
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}

describe('a log', () => {
  it('drops and counts further lines when its reader stalls, and blocks nothing (RUN-34)', async () => {
    const { child, counts } = logTo('pipe')
    const { n, dropped } = await counts
    expect(n).toBe(20_000)
    expect(dropped).toBeGreaterThan(1000)
    expect(dropped).toBeLessThan(20_000)
    await endsWhenTold(child)
  })

  it('drops and counts its lines when its reader is gone, and keeps running (RUN-34)', async () => {
    const { child, counts } = logTo('pipe')
    child.stdout?.destroy()
    expect((await counts).dropped).toBeGreaterThan(19_000)
    await endsWhenTold(child)
  })

  it('drops and counts its lines on a full disk, and keeps running (RUN-34)', async () => {
    const full = openSync('/dev/full', 'w')
    const { child, counts } = logTo(full)
    closeSync(full)
    expect((await counts).dropped).toBe(20_000)
    await endsWhenTold(child)
  })

  it('blocks nothing on a terminal that stops reading and then closes (RUN-34)', async () => {
    const file = join(folderForTest(), 'said')
    const program = writeProgram(`
      process.on('SIGHUP', () => {
        logger.error({}, 'ended')
        console.error('ended in order')
        process.exit(0)
      })`)
    // Runs the program in a terminal, whose output goes to this test, which doesn't read it.
    const terminal = spawn(
      'script',
      ['-qec', `exec "$NODE" --input-type=module -e "$PROGRAM" 2> "$SAID"`, '/dev/null'],
      { stdio: 'pipe', env: { ...process.env, NODE: process.execPath, PROGRAM: program, SAID: file } },
    )
    onTestFinished(() => void terminal.kill('SIGKILL'))
    const waiting = { timeout: 300_000, interval: 100 }
    const { dropped } = await vi.waitFor(async () => JSON.parse(await readFile(file, 'utf8')), waiting)
    expect(dropped).toBeGreaterThan(1000)
    terminal.kill('SIGKILL')
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('ended in order'), waiting)
  })
})
