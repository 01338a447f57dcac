// npm run landing-pictures: the three pictures of the landing page, taken from the product itself after a change of
// what they show.
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './lib/browser.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { giveUp } from './lib/project.mjs'
import { run } from './lib/run.mjs'

await ensureInstalled()
if (process.version.startsWith('v24.')) {
  const browser = await findOrInstallBrowser()
  if (!browser) giveUp('No Chromium was found: install Chromium or Google Chrome, or set CHROME_PATH to one.')
  const { takeLandingPictures } = await import('./lib/landing-pictures.mjs')
  await takeLandingPictures(browser)
} else {
  process.exitCode = await run(node, [fileURLToPath(import.meta.url)])
}
