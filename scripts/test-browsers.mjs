// npm run test:browsers [-- OPTIONS]: runs the main journeys in WebKit, the engine of every iPhone, and in Firefox.
// OPTIONS are options of Playwright: -g with a part of a title, or --project=WebKit.
import { ensureEngines, onOwnScreen } from './lib/engines.mjs'
import { pickFreePort } from './lib/free-port.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { giveUp, inProject } from './lib/project.mjs'
import { run } from './lib/run.mjs'

await ensureInstalled()
const missing = await ensureEngines()
if (missing.length > 0) {
  giveUp(
    `The journeys in WebKit and Firefox need these packages: ${missing.join(', ')}. As root: apt-get install ${missing.join(' ')}`,
  )
}
process.env.E2E_PORT ??= String(await pickFreePort())
const playwright = inProject('node_modules/@playwright/test/cli.js')
process.exitCode = await onOwnScreen((display) =>
  run(node, [playwright, 'test', '--config', 'playwright.engines.config.ts', ...process.argv.slice(2)], {
    env: { ...process.env, DISPLAY: display },
  }),
)
