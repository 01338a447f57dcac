import { defineConfig } from '@playwright/test'
import { journeysServer } from './playwright.config.ts'

/** The main journeys in the other browser engines, against the same server (npm run test:browsers). */
export default defineConfig({
  testDir: 'e2e/engines',
  outputDir: 'test-results/engines',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  forbidOnly: true,
  reporter: 'list',
  use: { baseURL: new URL(journeysServer.url).origin },
  projects: [{ name: 'WebKit' }, { name: 'Firefox' }],
  webServer: journeysServer,
})
