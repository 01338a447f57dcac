import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { oneSentence } from '../testing/data-dir-for.ts'
import { logIn, type Person, register } from '../testing/people.ts'
import { runServer, type ServerProcess, startServer, stopLeftServer } from '../testing/server-process.ts'
import { folderForFile, folderForTest } from '../testing/temporary-folder.ts'

/** An installation that was started once and stopped, in which Ada has registered. Tests get copies. */
const made = folderForFile()
let ada: Person

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: made, RATE_LIMITS: 'off' })
  try {
    ada = await register(served(server))
  } finally {
    await server.kill('SIGTERM')
  }
})

/** Copies a folder with owners and permissions, which PostgreSQL requires. */
async function copyAll(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

const served = (server: ServerProcess) => ({
  clock: { now: () => new Date() },
  app: { request: (path: string, init?: RequestInit) => fetch(new URL(path, server.origin), init) },
})

describe('a person who cuts the power right after the first start', () => {
  let dataDir: string
  let environment: Record<string, string>
  beforeEach(async () => {
    dataDir = folderForTest()
    environment = { DATA_DIR: dataDir, PORT: String(await chooseFreePort()), RATE_LIMITS: 'off' }
  })
  afterEach(async () => {
    await stopLeftServer(dataDir)
  })

  async function started<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
    const server = await startServer(environment)
    try {
      return await work(server)
    } finally {
      await server.kill('SIGTERM')
    }
  }
  const canSignIn = (person: Person) =>
    started(async ({ served }) => (await logIn(served, person.email)).status === 200)
  const blank = async (file: string, as: 'zeros' | 'nothing') => {
    const size = await stat(file).then(
      (known) => known.size,
      () => 0,
    )
    await writeFile(file, as === 'zeros' ? new Uint8Array(Math.max(size, 30)) : '')
  }

  it('finds an installation that starts with all its rows when files of a dead server contain only zeros or are empty', async () => {
    await copyAll(made, dataDir)
    for (const as of ['zeros', 'nothing'] as const) {
      for (const name of ['postmaster.opts', 'postmaster.pid'])
        await blank(join(dataDir, 'postgres', 'cluster', name), as)
      await blank(join(dataDir, 'stripe-simulator.json'), as)
      expect(await canSignIn(ada), as).toBe(true)
    }
  })

  it('is told in one sentence which key is blank while rows need it, and loses no data once it is restored', async () => {
    await copyAll(made, dataDir)
    for (const [index, name] of (await readdir(join(dataDir, 'secrets'))).entries()) {
      const file = join(dataDir, 'secrets', name)
      const kept = await readFile(file)
      await blank(file, index % 2 === 0 ? 'zeros' : 'nothing')
      const ending = await runServer(environment)
      expect(ending, name).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) })
      expect(ending.stderr).toContain(file)
      await writeFile(file, kept)
    }
    expect(await canSignIn(ada)).toBe(true)
  })

  it('is told in one sentence that a database with rows can’t be started, and its data are still there', async () => {
    await copyAll(made, dataDir)
    const control = join(dataDir, 'postgres', 'cluster', 'global', 'pg_control')
    const kept = await readFile(control)
    await blank(control, 'zeros')
    const ending = await runServer(environment)
    expect(ending).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) })
    await writeFile(control, kept)
    expect(await canSignIn(ada)).toBe(true)
  })
})
