import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

/** Starts a process whose start never ends, with a given patience; resolves once the start has begun. */
async function startForEver(patienceMs: number) {
  const module = new URL('./serve-until-stopped.ts', import.meta.url).href
  const program = `
    import { serveUntilStopped } from ${JSON.stringify(module)}
    setInterval(() => {}, 1000)
    const start = (stops) => {
      stops.push(async () => console.log('stopped'))
      stops.push(() => new Promise(() => {}))
      console.log('starting')
      return new Promise(() => {})
    }
    process.exit(await serveUntilStopped(start, ${patienceMs}))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exit = once(child, 'exit')
  const logged: string[] = []
  const starting = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    logged.push(String(chunk))
    starting.resolve()
  })
  const errors = text(child.stderr)
  await starting.promise
  return { child, exit, logged, errors }
}

it('aborts a start that doesn’t end after a stop signal, and doesn’t wait for parts that hang (RUN-27)', async () => {
  const { child, exit, logged, errors } = await startForEver(50)
  child.kill('SIGTERM')
  expect(await exit).toEqual([1, null])
  expect(logged.join('')).toContain('stopped')
  expect(await errors).toContain('was broken off')
})

it('is killed after its event loop was blocked for the given time, so that its supervisor can restart it (RUN-33)', async () => {
  const module = new URL('./serve-until-stopped.ts', import.meta.url).href
  const program = `
    import { killWhenHung } from ${JSON.stringify(module)}
    killWhenHung(1)
    setTimeout(() => { for (;;); }, 100)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code, signal], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  expect(errors).toContain('The server has not answered for 1 s and is ended.')
})
