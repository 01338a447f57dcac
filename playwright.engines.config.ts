import { defineConfig } from '@playwright/test'
import { journeysServer } from './playwright.config.ts'

/** The main journeys in the other browser engines, against the same server (npm run test:browsers). */
export default defineConfig({
  testDir: 'e2e/engines',
  outputDir: 'test-results/engines',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/engines.json' }]],
  use: { baseURL: new URL(journeysServer.url).origin },
  projects: [{ name: 'WebKit' }, { name: 'Firefox' }],
  webServer: journeysServer,
})
