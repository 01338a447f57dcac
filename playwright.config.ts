import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/lib/browser.mjs'

const port = Number(process.env['E2E_PORT'] ?? 43_117)
const origin = `http://localhost:${port}`
/** Said once by the first process that reads this, and handed down to the server and to the journeys (e2e/actions/time.ts). */
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `assent-e2e-${randomUUID()}`)
process.env['E2E_DATA_DIR'] = dataDir

/** Journeys against the built product as `npm start` serves it, on a database and a folder of their own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: origin,
    locale: 'en-GB',
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? '',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve-for-e2e.mjs ${port} ${dataDir}`,
    url: `${origin}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
})
