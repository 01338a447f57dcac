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
/** Set by the first process that loads this file. The server and the journeys inherit it (e2e/actions/database.ts). */
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `assent-e2e-${randomUUID()}`)
process.env['E2E_DATA_DIR'] = dataDir

const server = (port: number, folders: string, env: Record<string, string> = {}) => ({
  command: `node scripts/serve-for-e2e.mjs ${port} ${folders}`,
  env,
  url: `${origin(port)}/readyz`,
  timeout: 300_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
})

/** The server of most journeys. They upload a drawing as an ID, so document reading is off. */
export const journeysServer = server(port, dataDir, { DOCUMENT_READING: 'off' })

/** Journeys that use the other server. */
const elsewhere = [
  'email-code.spec.ts',
  'other-wallet.spec.ts',
  'prove-once.slow.spec.ts',
  'reading.slow.spec.ts',
]
/** Journeys of `npm run test:slow`; `npm test` runs the others. */
const slow = /@slow|\.slow\.spec\.ts/

/** Journeys against the built product as `npm start` serves it, with a new database and folder. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 3,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  ...(process.env['E2E_SLOW'] ? { grep: slow } : { grepInvert: slow }),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: origin(port),
    actionTimeout: 120_000,
    locale: 'en-GB',
    // A service worker would hide requests from the journeys. e2e/offline.slow.spec.ts allows it.
    serviceWorkers: 'block',
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
    // No journey tests motion; reduced motion saves the time of animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Actions and requests are cheap to record; snapshots take as long as the journey itself.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? '',
      args: [
        ...cameraArguments,
        // Pages are rendered in software anyway; this saves the GPU process.
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
      name: 'with mailed codes and reading',
      testMatch: elsewhere,
      use: { baseURL: origin(codePort) },
    },
  ],
  webServer: [
    journeysServer,
    // Its second folder has an issuer that it trusts (e2e/other-wallet.spec.ts).
    server(codePort, `${dataDir}-codes ${dataDir}-codes-wallets`, { EMAIL_CODE: 'always' }),
  ],
})
