// npm test: all checks that must pass before a change is merged. `test.mjs slow` (npm run test:slow) runs the suites
// that need OpenSSL, separate server processes, large tables or hundreds of documents. The last line counts the tests:
// "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findOrInstallBrowser } from './lib/browser.mjs'
import { isBuilt } from './lib/build-stamp.mjs'
import { checks, countSecondsSince, runInLanes, runScript } from './lib/checks.mjs'
import { ensurePublicTools } from './lib/debian.mjs'
import { pickFreePort } from './lib/free-port.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const reports = {
  unit: inProject('test-results/unit.json'),
  components: inProject('test-results/components.json'),
  journeys: inProject('test-results/e2e.json'),
  slow: inProject('test-results/slow.json'),
  engines: inProject('test-results/engines.json'),
}
const counts = { passed: 0, failed: 0 }

const onNode = (script, ...args) => run(node, [inProject(script), ...args])
const runTool = (path, ...args) => onNode(`node_modules/${path}`, ...args)

/**
 * Stages that use one core each: the browser tests one component at a time. The longest come first, so that the short
 * ones fill the remaining time of the other core.
 */
const oneCoreEach = [
  [
    'component tests in a browser',
    async () => ({
      code: await runVitest(reports.components, '--config', inProject('vitest.components.config.ts')),
      output: '',
    }),
  ],
  ...checks,
  ['dead code', () => runScript('node_modules/knip/bin/knip.js')],
  ['dead code that tests call', () => runScript('node_modules/knip/bin/knip.js', '--production')],
  ['build', () => runScript('scripts/build.mjs')],
]

const isSlow = process.argv[2] === 'slow'

const slowStages = [
  ['browser and tools of the tests', waitForMachine],
  ['build', () => (['client', 'node'].every(isBuilt) ? 0 : onNode('scripts/build.mjs'))],
  ['slow unit tests', () => runVitest(reports.slow, '--config', inProject('vitest.slow.config.ts'))],
  ['slow browser journeys', runBrowserTests],
  ['main journeys in WebKit and Firefox', runOtherBrowsers],
]

const fastStages = [
  ['route types', () => runTool('@react-router/dev/bin.cjs', 'typegen')],
  ['browser and tools of the tests', waitForMachine],
  [
    'component tests in a browser; format, lint, types, dependency rules, dead code, build',
    () => runSideBySide(oneCoreEach),
  ],
  ['unit and API tests', () => runVitest(reports.unit)],
  ['browser journeys', runBrowserTests],
]

/** Debian packages are installed in parallel with the npm packages and the first stages. */
const machine = prepareMachine()

process.exitCode = await main()

async function main() {
  const startedAt = Date.now()
  await ensureInstalled()
  rmSync(inProject('test-results'), { recursive: true, force: true })
  mkdirSync(inProject('test-results'))
  for (const [name, stage] of isSlow ? slowStages : fastStages) {
    console.log(`\n=== ${name}`)
    const stageStartedAt = Date.now()
    const failedBefore = counts.failed
    const code = await stage()
    console.log(`=== ${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${countSecondsSince(stageStartedAt)} s`)
    if (code !== 0) {
      // A failed stage without tests counts as one failure.
      if (counts.failed === failedBefore) counts.failed += 1
      return end(code)
    }
  }
  console.log(`\nAll checks passed, after ${countSecondsSince(startedAt)} s.`)
  return end(0)
}

/** Installs one after the other: apt-get can't run twice at the same time. */
async function prepareMachine() {
  const browser = await findOrInstallBrowser()
  return { browser, missingTools: await ensurePublicTools() }
}

/** Waits for the browser and the tools. Returns 0 if all are installed, else 1. */
async function waitForMachine() {
  const { browser, missingTools } = await machine
  if (!browser)
    console.error(
      'The tests need a browser. Install Chromium or Google Chrome, or set CHROME_PATH to its path.',
    )
  if (missingTools.length > 0)
    console.error(
      `The tests check records with external programs. Install these packages: ${missingTools.join(', ')}.`,
    )
  return browser && missingTools.length === 0 ? 0 : 1
}

/**
 * Runs checks two at a time and prints the output of each when it ends. Resolves to the exit code of the first failure,
 * else to 0.
 */
async function runSideBySide(all) {
  let failure = 0
  await runInLanes(all, 2, (name, { code, output }, seconds) => {
    process.stdout.write(output)
    console.log(`=== ${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s`)
    failure ||= code
    return failure === 0
  })
  return failure
}

function end(code) {
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return code
}

/** Runs the tests of a Vitest configuration, by default vitest.config.ts, and counts them. */
async function runVitest(report, ...args) {
  const code = await runTool(
    'vitest/vitest.mjs',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  )
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report) ?? {}
  counts.passed += numPassedTests
  counts.failed += numFailedTests
  return code
}

async function runBrowserTests() {
  process.env.E2E_PORT = String(await pickFreePort())
  process.env.E2E_CODE_PORT = String(await pickFreePort())
  if (isSlow) process.env.E2E_SLOW = '1'
  const code = await runTool('@playwright/test/cli.js', 'test')
  countJourneys(reports.journeys)
  return code
}

async function runOtherBrowsers() {
  const code = await onNode('scripts/test-browsers.mjs')
  countJourneys(reports.engines)
  return code
}

function countJourneys(report) {
  const stats = readReport(report)?.stats
  counts.passed += stats?.expected ?? 0
  counts.failed += stats?.unexpected ?? 0
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
