import { defineConfig } from '@playwright/test'
import journeys, { journeysServer } from './playwright.config.ts'

/**
 * Pictures of the product, which `npm test` does not take: of every screen (npm run screenshots, with `-- -g WORD` only
 * those with the word in their name), and those on the landing page (npm run landing-pictures).
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
