import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import ownPlan from '../../../words/en/own-plan.ts'
import plans from '../../../words/en/plans.ts'
import { readWritten } from '../../../words/messages.ts'

/** Every message of a catalogue as a regular expression, with a wildcard for each placeholder. */
function listPatterns(part: unknown, path: string): [path: string, pattern: RegExp][] {
  if (typeof part !== 'string')
    return Object.entries(part as object).flatMap(([key, value]) => listPatterns(value, `${path}.${key}`))
  const text = part.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')
  return [[path, new RegExp(`['"\` ]${text}['"\` ]`)]]
}

it('every sentence of the plan pages appears in a test beside them', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => /\.test\.tsx?$/.test(name))
  const tests = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const held = tests.join('\n')
  const patterns = [
    ...listPatterns(readWritten(ownPlan), 'own-plan'),
    ...listPatterns(readWritten(plans), 'plans'),
  ]
  expect(patterns.length).toBeGreaterThan(90)
  expect(patterns.filter(([, pattern]) => !pattern.test(held)).map(([path]) => path)).toEqual([])
})
