import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { cameraArguments, findBrowser } from './scripts/lib/browser.mjs'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-for-tests.ts'

keepTemporaryFilesInMemory()

const port = Number(process.env['E2E_PORT'] ?? 43_117)
const codePort = Number(process.env['E2E_CODE_PORT'] ?? port + 1)
const origin = (port: number) => `http://localhost:${port}`
/**
 * Said once by the first process that reads this, and handed down to the server and to the journeys
 * (e2e/actions/database.ts).
 */
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `assent-e2e-${randomUUID()}`)
process.env['E2E_DATA_DIR'] = dataDir

const server = (port: number, dataDir: string, env: Record<string, string> = {}) => ({
  command: `node scripts/serve-for-e2e.mjs ${port} ${dataDir}`,
  env,
  url: `${origin(port)}/readyz`,
  timeout: 300_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
})

/** The server of most journeys. They upload a drawing for an ID, in which there is nothing to read. */
export const journeysServer = server(port, dataDir, { DOCUMENT_READING: 'off' })

/** Journeys of the other server. */
const elsewhere = [
  'email-code.spec.ts',
  'identity-check.slow.spec.ts',
  'prove-once.slow.spec.ts',
  'reading.slow.spec.ts',
]
/** `npm test` walks the main ways, `npm run test:slow` these. */
const slow = /@slow|\.slow\.spec\.ts/

/** Journeys against the built product as `npm start` serves it, on a database and a folder of their own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  ...(process.env['E2E_SLOW'] ? { grep: slow } : { grepInvert: slow }),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: origin(port),
    locale: 'en-GB',
    // A journey that looks at requests must see them all; e2e/offline.slow.spec.ts lets the worker in.
    serviceWorkers: 'block',
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
    // No journey asserts anything about motion; with reduced motion there is no waiting for it.
    contextOptions: { reducedMotion: 'reduce' },
    // What was done and asked for is cheap to note; a picture of every moment takes as long as the journey itself.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? '',
      args: [
        ...cameraArguments,
        // The pages are drawn by the processor either way; the process that would only pretend to be a graphics card is
        // spared.
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'journeys', testIgnore: [...elsewhere, '**/e2e/engines/**', '**/e2e/pictures/**'] },
    {
      name: 'with mailed codes, reading and a provider',
      testMatch: elsewhere,
      use: { baseURL: origin(codePort) },
    },
  ],
  webServer: [
    journeysServer,
    server(codePort, `${dataDir}-codes`, { EMAIL_CODE: 'always', IDENTITY_PROVIDER: 'stripe' }),
  ],
})
