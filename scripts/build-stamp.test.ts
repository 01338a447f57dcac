import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../src/server/testing/temporary-folder.ts'
import { hashOfSources, listSourcesOfBuild } from './lib/build-stamp.mjs'

const root = join(import.meta.dirname, '..')

/** The entry points of each part: the script, the configuration of its tools, and the pages or the server. */
const beginnings = {
  client: [
    'scripts/build.mjs',
    'scripts/build-language.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'src/web',
  ],
  node: ['scripts/build.mjs', 'src/server/main.ts'],
}

describe('the hash of the sources of a build', () => {
  let folder: string
  beforeEach(async () => {
    folder = folderForTest()
    for (const file of [
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      'tsconfig.base.json',
      'tsconfig.web.json',
      'public/service-worker.js',
      'scripts/build.mjs',
      'scripts/lib/first-paint.mjs',
      'scripts/lib/page-start.mjs',
      'src/web/root.tsx',
      'src/web/root.test.tsx',
      'src/contract/address.ts',
      'src/server/main.ts',
      'docs/operations.md',
      'data/files/document',
    ]) {
      await write(file)
    }
  })

  async function write(file: string) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `the first text of ${file}`)
  }

  it.each([
    'scripts/lib/first-paint.mjs',
    'scripts/lib/page-start.mjs',
    'tsconfig.web.json',
    'tsconfig.base.json',
    'package.json',
    'package-lock.json',
    'public/service-worker.js',
    'src/contract/address.ts',
  ])('changes when %s changes', async (file) => {
    const before = hashOfSources('client', folder)
    await appendFile(join(folder, file), ' ')
    expect(hashOfSources('client', folder)).not.toBe(before)
  })

  it.each(['src/new-layer/page.ts', 'public/new.svg', 'scripts/lib/new.mjs', 'new.config.ts', '.env'])(
    'changes when %s is added',
    async (file) => {
      const before = hashOfSources('client', folder)
      await write(file)
      expect(hashOfSources('client', folder)).not.toBe(before)
    },
  )

  it.each(['src/server/main.ts', 'src/web/root.test.tsx', 'docs/operations.md', 'data/files/document'])(
    "doesn't change when %s changes, which isn't a source of the pages",
    async (file) => {
      const before = hashOfSources('client', folder)
      await appendFile(join(folder, file), ' ')
      expect(hashOfSources('client', folder)).toBe(before)
    },
  )

  it('depends on the server sources, not on the pages, for the server build', async () => {
    const before = hashOfSources('node', folder)
    await appendFile(join(folder, 'src/web/root.tsx'), ' ')
    expect(hashOfSources('node', folder)).toBe(before)
    await appendFile(join(folder, 'src/server/main.ts'), ' ')
    expect(hashOfSources('node', folder)).not.toBe(before)
  })

  it.each([
    ['client', 'scripts/lib/page-start.mjs'],
    ['node', 'simulators/stripe/stripe-simulator.ts'],
  ] as const)('covers every file that the %s build reaches through imports', async (part, one) => {
    const { output } = await cruise(beginnings[part], {
      baseDir: root,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)\\+types/|\\.test\\.tsx?$' },
      tsPreCompilationDeps: true,
    })
    const reached = (output as ICruiseResult).modules
      .filter(({ coreModule, couldNotResolve }) => !coreModule && !couldNotResolve)
      .map(({ source }) => source)
      .filter((source) => !source.includes('node_modules'))
    expect(reached).toContain(one)
    expect(reached).toContain('src/domain/product.ts')
    const covered = new Set(listSourcesOfBuild(part))
    expect(reached.filter((file) => !covered.has(file))).toEqual([])
  })
})
