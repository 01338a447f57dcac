import { openDatabase } from '../platform/database/open-database.ts'
import type { Platform } from '../platform/platform.ts'
import type { ManualClock } from './manual-clock.ts'
import { silentLogger } from './silent-logger.ts'

export type TestPlatform = { platform: Platform; close(): Promise<void> }

/** The parts as `main.ts` builds them, on a test's own database and folder. */
export async function createTestPlatform(parts: {
  connectionString: string
  dataDir: string
  clock: ManualClock
  settings: Partial<Platform['settings']>
}): Promise<TestPlatform> {
  const database = openDatabase(parts.connectionString, { logger: silentLogger, maxConnections: 12 })
  const platform: Platform = {
    settings: {
      publicUrl: 'http://localhost:3000',
      supportEmail: 'support@localhost',
      legalEmail: 'legal@localhost',
      mailFrom: 'assent@localhost',
      emailCode: false,
      trustProxy: false,
      production: false,
      accessTokenLifeSeconds: 3600,
      ...parts.settings,
    },
    clock: parts.clock,
    database,
    logger: silentLogger,
    storage: notYet('storage'),
    images: notYet('images'),
    passwords: notYet('passwords'),
    signing: notYet('signing'),
    jobs: notYet('jobs'),
    mailer: notYet('mailer'),
    rateLimits: notYet('rateLimits'),
  }
  return { platform, close: () => database.close() }
}

function notYet<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get() {
      throw new Error(`the platform has no ${name} yet`)
    },
  })
}
