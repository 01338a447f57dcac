// npm run check: types, format, lint and dependency rules, and the unit and component tests in the folders of the files
// that changed since the last commit, or in it when nothing has changed since. For the minute between two edits; `npm
// test` decides.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject, root } from './lib/project.mjs'
import { runQuietly } from './lib/run.mjs'

await ensureInstalled()
const folders = [...new Set(listChanged().map((file) => dirname(file)))].filter((folder) => folder !== '.')
const tests = folders.flatMap(listTests)
const components = tests.filter((file) => file.endsWith('.browser.test.tsx'))
const units = tests.filter((file) => !components.includes(file))

const compile = (project, name) =>
  runScript(
    'node_modules/typescript/bin/tsc',
    ...['-p', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/check/${name}.tsbuildinfo`],
  )
const waiting = [
  ['types: server', () => compile('tsconfig.server.json', 'server')],
  ['types: web', () => compile('tsconfig.web.json', 'web')],
  ['unit tests', () => runTests(units)],
  ['component tests', () => runTests(components, '--config', 'vitest.components.config.ts')],
  ['types: journeys', () => compile('e2e', 'e2e')],
  ['types: domain', () => compile('src/domain', 'domain')],
  [
    'format and lint',
    () => runScript('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  ],
  ['dependency rules', () => runScript('scripts/check-dependencies.mjs')],
]
const startedAt = Date.now()
const failed = []
await runScript('node_modules/@react-router/dev/bin.cjs', 'typegen')
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, runLane))
console.log(
  `${failed.length === 0 ? 'Everything holds' : `Failed: ${failed.join(', ')}`}, after ${countSeconds()} s.`,
)
process.exitCode = failed.length === 0 ? 0 : 1

async function runLane() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, check] = next
    const { code, output } = await check()
    if (code !== 0) {
      failed.push(name)
      console.log(`\n=== ${name}\n${output}`)
    }
  }
}

/** Files that differ from the last commit, or that it changed when none does. Deleted files count for their folder. */
function listChanged() {
  const ask = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const since = [...ask('diff', '--name-only', 'HEAD'), ...ask('ls-files', '--others', '--exclude-standard')]
  return since.length > 0 ? since : ask('diff', '--name-only', 'HEAD~1', 'HEAD')
}

function listTests(folder) {
  try {
    return readdirSync(inProject(folder))
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('.slow.'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

async function runTests(files, ...args) {
  if (files.length === 0) return { code: 0, output: '' }
  console.log(files.join('\n'))
  return runScript('node_modules/vitest/vitest.mjs', 'run', ...args, ...files)
}

function runScript(script, ...args) {
  return runQuietly(node, [inProject(script), ...args])
}

function countSeconds() {
  return ((Date.now() - startedAt) / 1000).toFixed(0)
}
