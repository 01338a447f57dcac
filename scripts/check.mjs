// npm run check: checks types, format, lint and dependency rules, and runs the tests of the changed files. These are the
// files that differ from the commit where the branch left main; on main, from the last commit, or else the files of that
// commit. Of the component tests, and of all tests without a map (`npm run mutants`), it runs those in the folders of the
// changed files. With a map, it runs for a minute the unit tests that reach the changed lines. It always runs the tests
// in scripts, which hold documents, tables and texts to the code. It is a quick check during development; `npm test` is
// the complete one.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { checks, countSecondsSince, runInLanes, runScript } from './lib/checks.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject, root } from './lib/project.mjs'

await ensureInstalled()
const { changed, base } = listChanged()
const isTest = (file) => /\.test\.tsx?$/.test(file)
const folders = changed.filter((file) => !isTest(file)).map((file) => dirname(file))
const tests = [
  ...new Set([...changed, ...['scripts', ...folders].filter((folder) => folder !== '.').flatMap(listFiles)]),
].filter((file) => isTest(file) && !/\.(slow|machine)\./.test(file) && existsSync(inProject(file)))
const components = tests.filter((file) => file.endsWith('.browser.test.tsx'))
const reaching = listReachingTests()
const near = tests.filter((file) => !components.includes(file))
const units = reaching
  ? [
      ...new Set([
        ...near.filter((file) => changed.includes(file) || dirname(file) === 'scripts'),
        ...reaching.now,
      ]),
    ]
  : near

const all = [
  ...checks,
  ['unit tests', () => runTests(units)],
  ['component tests', () => runTests(components, '--config', 'vitest.components.config.ts')],
]
const startedAt = Date.now()
const failed = []
await runScript('node_modules/@react-router/dev/bin.cjs', 'typegen')
await runInLanes(all, availableParallelism(), (name, { code, output }) => {
  if (code !== 0) {
    failed.push(name)
    console.log(`\n=== ${name}\n${output}`)
  }
  return true
})
const ending = failed.length === 0 ? 'All checks passed' : `Failed: ${failed.join(', ')}`
if (reaching?.later.length > 0) {
  console.log(`These tests reach the changed lines too and did not run:\n${reaching.later.join('\n')}`)
}
console.log(`${ending}, after ${countSecondsSince(startedAt)} s.`)
process.exitCode = failed.length === 0 ? 0 : 1

/** The changed files, and the commit before the changes. */
function listChanged() {
  const ask = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [head] = ask('rev-parse', 'HEAD')
  const [fork = head] = ask('branch', '--list', 'main').length > 0 ? ask('merge-base', 'main', 'HEAD') : []
  const others = ask('ls-files', '--others', '--exclude-standard')
  const differ = (base) => [...ask('diff', '--name-only', base), ...others]
  const base = fork !== head || differ(head).length > 0 ? fork : 'HEAD~1'
  return { changed: differ(base), base }
}

/** The unit tests that reach the changed lines, or null without a map. */
function listReachingTests() {
  const script = inProject('scripts/mutants/tests-of-change.ts')
  return JSON.parse(execFileSync(node, [script, base], { encoding: 'utf8' }))
}

function listFiles(folder) {
  try {
    return readdirSync(inProject(folder)).map((name) => join(folder, name))
  } catch {
    return []
  }
}

async function runTests(files, ...args) {
  if (files.length === 0) return { code: 0, output: '' }
  console.log(files.join('\n'))
  return runScript('node_modules/vitest/vitest.mjs', 'run', ...args, ...files)
}
