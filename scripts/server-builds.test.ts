import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { folderForTest } from '../src/server/testing/temporary-folder.ts'
import { withBuildLock } from './lib/build-lock.mjs'
import { switchServer } from './lib/server-builds.ts'

let folder: string
beforeEach(() => {
  folder = folderForTest()
})

/** A build whose program waits for input, then loads a second file, prints the build's word from it and exits. */
const make = (word: string) => async (into: string) => {
  await mkdir(into)
  await writeFile(join(into, 'later.js'), `export const word = '${word}'`)
  await writeFile(
    join(into, 'main.js'),
    `console.log('runs')
    process.stdin.once('data', async () => {
      console.log((await import('./later.js')).word)
      process.exit()
    })`,
  )
}

async function made(name: string): Promise<void> {
  await switchServer(folder, name, make(name))
  // Dates each build a day after the previous one.
  const at = new Date(Date.UTC(2026, 0, Number(name.slice(1))))
  await utimes(join(folder, name, 'main.js'), at, at)
}

const builds = async () => (await readdir(folder)).filter((name) => name !== 'main.js').sort()

it('keeps the files that a running server loads later, through all later builds (RUN-18)', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await made('b1')
  const server = spawn(process.execPath, [join(folder, 'main.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(server.stdout, 'data')
  for (const name of ['b2', 'b3', 'b4']) await made(name)
  expect(await builds()).toEqual(['b1', 'b3', 'b4', 'package.json'])
  server.stdin.write('on\n')
  await once(server, 'close')
  expect(output).toBe('runs\nb1\n')
  await made('b5')
  expect(await builds()).toEqual(['b4', 'b5', 'package.json'])
})

it('reuses a complete build, and repeats an interrupted one (RUN-18)', async () => {
  await made('b1')
  await switchServer(folder, 'b1', () => Promise.reject(new Error('made again')))
  await mkdir(join(folder, 'b2.unfinished'))
  await made('b2')
  expect(await builds()).toEqual(['b1', 'b2'])
  expect(await readFile(join(folder, 'main.js'), 'utf8')).toContain("import('./b2/main.js')")
})

it.each(['a process that was killed', 'a power cut'])(
  'lets one process build at a time, and ignores a lock that is left after %s (RUN-18)',
  async (end) => {
    const lock = join(folder, 'lock')
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    await writeFile(lock, end === 'a power cut' ? '' : String(dead.pid))
    const at = (n: number) => `
    import { appendFileSync } from 'node:fs'
    import { withBuildLock } from '${new URL('./lib/build-lock.mjs', import.meta.url).href}'
    await withBuildLock(async () => {
      appendFileSync('${folder}/said', '${n}<')
      await new Promise((resolve) => setImmediate(resolve))
      appendFileSync('${folder}/said', '>')
    }, '${lock}')`
    const builders = Array.from({ length: 6 }, (_, n) =>
      spawn(process.execPath, ['--input-type=module', '-e', at(n)], { stdio: 'ignore' }),
    )
    const codes = await Promise.all(builders.map(async (builder) => (await once(builder, 'exit'))[0]))
    expect(codes).toEqual(Array(6).fill(0))
    expect(await readFile(join(folder, 'said'), 'utf8')).toMatch(/^(\d<>){6}$/)
    expect(await readdir(folder)).toEqual(['said'])
  },
)

it('lets a builder’s own scripts enter its lock (RUN-18)', async () => {
  const lock = join(folder, 'lock')
  expect(await withBuildLock(() => withBuildLock(async () => 'built', lock), lock)).toBe('built')
  expect(await readdir(folder)).toEqual([])
})
