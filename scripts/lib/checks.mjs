import { node } from './install.mjs'
import { inProject } from './project.mjs'
import { runQuietly } from './run.mjs'

/** Runs a script of the project. Resolves to its exit code and its output. */
export const runScript = (script, ...args) => runQuietly(node, [inProject(script), ...args])

/** Checks types incrementally, with a cached result of the last run. */
const compile = (project, name) =>
  runScript(
    'node_modules/typescript/bin/tsc',
    ...['-p', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/check/${name}.tsbuildinfo`],
  )

/** The static checks with their names, the longest first. */
export const checks = [
  ['types: server', () => compile('tsconfig.server.json', 'server')],
  ['types: web', () => compile('tsconfig.web.json', 'web')],
  [
    'format and lint',
    () => runScript('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  ],
  ['dependency rules', () => runScript('scripts/check-dependencies.mjs')],
  ['types: journeys', () => compile('e2e', 'e2e')],
  ['types: domain', () => compile('src/domain', 'domain')],
]

/**
 * Runs checks in parallel, `lanes` at a time. After each one, calls `tell` with its name, its result and its duration
 * in seconds; `tell` returns whether to start more checks.
 */
export async function runInLanes(all, lanes, tell) {
  const waiting = [...all]
  const runLane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next
      const startedAt = Date.now()
      if (!tell(name, await check(), countSecondsSince(startedAt))) waiting.length = 0
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
}

export const countSecondsSince = (startedAt) => ((Date.now() - startedAt) / 1000).toFixed(1)
