// npm run screenshots -- [WORD]: every page as a picture, at three widths in both colour schemes, into screenshots/.
// WORD: only the screens whose name has it. Warns of what scrolls sideways.
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './lib/browser.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { giveUp } from './lib/project.mjs'
import { run } from './lib/run.mjs'

await ensureInstalled()
if (process.version.startsWith('v24.')) {
  const browser = await findOrInstallBrowser()
  if (!browser) giveUp('No Chromium was found: install Chromium or Google Chrome, or set CHROME_PATH to one.')
  const { takeScreenshots } = await import('./lib/take-screenshots.mjs')
  await takeScreenshots(browser, process.argv[2] ?? '')
} else {
  process.exitCode = await run(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
}
