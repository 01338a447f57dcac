import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { missingOptionalPackages } from './lib/lockfile.mjs'

it('holds every optional package in package-lock.json, or npm ci refuses it: node scripts/complete-lockfile.mjs', async () => {
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(missingOptionalPackages(lock)).toEqual([])
})

it('notices a package that neither the folder of its parent nor one above holds', () => {
  const packages = {
    'node_modules/parent': {
      optionalDependencies: { here: '1.0.0', above: '2.0.0', nowhere: '3.0.0' },
      dev: true,
    },
    'node_modules/parent/node_modules/here': {},
    'node_modules/above': {},
    'node_modules/other/node_modules/nowhere': {},
  }
  expect(missingOptionalPackages({ packages })).toEqual([{ name: 'nowhere', version: '3.0.0', dev: true }])
})
