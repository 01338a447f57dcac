import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** What a process of its own writes to stdout, which logs and then does something. */
async function written(then: string): Promise<string[]> {
  const program = `
    import { writeSync } from 'node:fs'
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'create-logger.ts'))}
    const logger = createLogger('info')
    const mark = (text) => writeSync(1, text + '\\n')
    ${then}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  return stdout
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as { msg: string }).msg : line))
}

it('writes information together a moment later, and a warning at once with what waits before it', async () => {
  const lines = await written(`
    logger.info({}, 'one')
    mark('nothing yet')
    logger.warn({}, 'two')
    mark('both')
    logger.info({}, 'three')
    setTimeout(() => mark('later'), 500)`)
  expect(lines).toEqual(['nothing yet', 'one', 'two', 'both', 'three', 'later'])
})

it('writes what waits when the process ends, and much of it without waiting', async () => {
  expect(await written(`logger.info({}, 'last'); process.exit(3)`).catch((error) => error.stdout)).toContain(
    '"msg":"last"',
  )
  const many = await written(`
    for (let n = 0; n < 1000; n += 1) logger.info({ n }, 'line')
    mark('end')`)
  expect(many).toHaveLength(1001)
  expect(many.indexOf('end')).toBeGreaterThan(800)
})
