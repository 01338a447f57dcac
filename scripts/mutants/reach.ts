import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { root } from '../lib/project.mjs'

const startedAt = performance.now()
const active = process.env['MUTANT']
const reached = new Set<string>()

Object.assign(globalThis, {
  mutant: (id: string) => {
    reached.add(id)
    return id === active
  },
})

/** Adds a line to the map: a test file, its duration, and the mutants that it reaches. */
afterAll(() => {
  const map = process.env['MUTANTS_MAP']
  const { testPath } = expect.getState()
  if (!map || !testPath) return
  const line = {
    file: relative(root, testPath),
    ms: Math.round(performance.now() - startedAt),
    ids: [...reached],
  }
  appendFileSync(map, `${JSON.stringify(line)}\n`)
})
