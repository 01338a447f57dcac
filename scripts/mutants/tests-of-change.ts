// Prints, as JSON, the unit test files that reach the changed lines by the map of `npm run mutants`: `now` are the
// quickest ones that take a minute in all, `later` are the others. Prints null if there is no map.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inProject, root } from '../lib/project.mjs'
import { readMap } from './map.ts'
import { isMutated, mutate } from './mutate.ts'

const maxMs = 60_000

const reaches = readMap()
const base = process.argv[2] ?? 'HEAD'
console.log(JSON.stringify(reaches.length === 0 ? null : choose()))

function choose(): { now: string[]; later: string[] } {
  const reached = new Set(listChangedLines().flatMap(({ file, lines }) => listMutantsAround(file, lines)))
  const files = reaches
    .filter(({ file, ids }) => ids.some((id) => reached.has(id)) && existsSync(inProject(file)))
    .toSorted((a, b) => a.ms - b.ms)
  const now: string[] = []
  let ms = 0
  for (const { file, ms: each } of files) {
    ms += each
    if (ms <= maxMs) now.push(file)
  }
  return { now, later: files.map(({ file }) => file).slice(now.length) }
}

/** The changed files with their changed lines, as first and last line. */
function listChangedLines(): { file: string; lines: [number, number][] }[] {
  const diff = execFileSync('git', ['diff', '--unified=0', '--no-color', base], {
    cwd: root,
    encoding: 'utf8',
  })
  return diff
    .split(/^diff --git .*$/m)
    .map((part) => ({
      file: /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? '',
      lines: [...part.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)].map(
        ([, start, count]): [number, number] => [Number(start), Number(start) + Number(count ?? 1)],
      ),
    }))
    .filter(({ file }) => isMutated(file))
}

/**
 * The mutants of the map in the changed lines, and the nearest ones above and below: a changed line has new mutants. All
 * of the file if one of these is made when the file is loaded.
 */
function listMutantsAround(file: string, lines: [number, number][]): string[] {
  const known = new Set(reaches.flatMap(({ ids }) => ids))
  const mutants = mutate(file, readFileSync(inProject(file), 'utf8'))
    .mutants.filter(({ id }) => known.has(id))
    .toSorted((a, b) => a.line - b.line)
  const around = lines.flatMap(([first, last]) => {
    const above = mutants.findLast(({ line }) => line < first)
    const below = mutants.find(({ line }) => line > last)
    const inside = mutants.filter(({ line }) => line >= first && line <= last)
    return [above, ...inside, below].filter((mutant) => mutant !== undefined)
  })
  return (around.some(({ isAtLoad }) => isAtLoad) ? mutants : around).map(({ id }) => id)
}
