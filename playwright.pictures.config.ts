import { defineConfig } from '@playwright/test'
import journeys, { journeysServer } from './playwright.config.ts'

/**
 * Takes pictures of the product: of every screen (npm run screenshots; `-- -g WORD` selects pictures by name), and the
 * pictures on the landing page (npm run landing-pictures). `npm test` doesn't run it.
 */
export default defineConfig({
  testDir: 'e2e/pictures',
  outputDir: 'test-results/pictures',
  workers: 1,
  timeout: 300_000,
  reporter: 'list',
  use: { ...journeys.use, baseURL: new URL(journeysServer.url).origin, trace: 'off', screenshot: 'off' },
  webServer: { ...journeysServer, env: { LOG_LEVEL: 'error' } },
})
