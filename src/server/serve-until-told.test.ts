import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

/** A process whose start never ends, with so long a patience; resolves once it is at it. */
async function startForEver(patienceMs: number) {
  const module = new URL('./serve-until-told.ts', import.meta.url).href
  const program = `
    import { serveUntilTold } from ${JSON.stringify(module)}
    setInterval(() => {}, 1000)
    const start = (stops) => {
      stops.push(async () => console.log('stopped'))
      stops.push(() => new Promise(() => {}))
      console.log('starting')
      return new Promise(() => {})
    }
    process.exit(await serveUntilTold(start, ${patienceMs}))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exit = once(child, 'exit')
  const heard: string[] = []
  const starting = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    heard.push(String(chunk))
    starting.resolve()
  })
  const errors = text(child.stderr)
  await starting.promise
  return { child, exit, heard, errors }
}

it('breaks off a start that does not end once it was told to, and waits for nothing that it began (RUN-27)', async () => {
  const { child, exit, heard, errors } = await startForEver(50)
  child.kill('SIGTERM')
  expect(await exit).toEqual([1, null])
  expect(heard.join('')).toContain('stopped')
  expect(await errors).toContain('was broken off')
})
