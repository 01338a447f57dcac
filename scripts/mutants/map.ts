import { existsSync, readFileSync } from 'node:fs'
import { inProject } from '../lib/project.mjs'

/** A test file, its duration, and the ids of the mutants that it reaches. */
export type Reach = { file: string; ms: number; ids: string[] }

export const mutantsFolder = inProject('.cache/mutants')

export const mapFile = `${mutantsFolder}/map.jsonl`

/** The test files of the map, quickest first; none if no map was made. */
export const readMap = () => readLines<Reach>(mapFile).toSorted((a, b) => a.ms - b.ms)

/** The values of a file with one JSON value a line; none if it doesn't exist. */
export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
