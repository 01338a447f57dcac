import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderForTest } from '../../src/server/testing/temporary-folder.ts'

const script = join(import.meta.dirname, 'main.ts')

function start(folder: string | null, environment: Record<string, string> = {}) {
  const { PUBLIC_URL: _, HOST: __, NODE_ENV: ___, ...env } = process.env
  const child = spawn(process.execPath, [script, ...(folder ? [folder] : [])], {
    env: { ...env, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part))
  return { child, ended: once(child, 'exit').then(([code]: unknown[]) => ({ code, said })) }
}

describe('the simulated bank and age key (VOUCHER-12)', () => {
  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '192.168.1.2' }],
    [{ PUBLIC_URL: 'https://assent.example' }],
    [{ PUBLIC_URL: 'http://localhost.assent.example' }],
    [{ PUBLIC_URL: 'nonsense' }],
    [{ NODE_ENV: 'production' }],
  ])('don’t start where others are served: %j', async (environment) => {
    const folder = folderForTest()
    const { code, said } = await start(folder, environment).ended
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The simulated [^\n]+ for this machine alone: [^\n]+\n$/),
    ])
    expect(await readdir(folder)).toEqual([])
  })

  it('need a folder', async () => {
    expect(await start(null).ended).toEqual({ code: 1, said: expect.stringContaining('Name a folder') })
  })

  it('run in a process of their own until it is stopped, with files that nobody else can read', async () => {
    const folder = folderForTest()
    const { child, ended } = start(folder)
    await once(child.stdout, 'data')
    expect(await readdir(folder)).toEqual(['age-key.json', 'bank.json', 'bank.pem'])
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, said: expect.stringContaining(`VOUCHERS_DIR=${folder}`) })
  })
})
