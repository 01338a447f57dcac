import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { nameLogOrigin } from '../../domain/record/record.ts'
import { createTimeSource, systemClock } from '../platform/clock/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createDocumentReader } from '../platform/document-reader/index.ts'
import { createEncryption } from '../platform/encryption/index.ts'
import { createImages } from '../platform/images/index.ts'
import { createDatabaseJobs } from '../platform/jobs/index.ts'
import { createSigning, generateSigningKeys } from '../platform/keys/index.ts'
import { createOutboxMailer } from '../platform/mail/index.ts'
import { createNoteSigner } from '../platform/notes/index.ts'
import { createPasswords } from '../platform/passwords/index.ts'
import { noPayments } from '../platform/payments/index.ts'
import { createSealer, makeSealKey } from '../platform/pdf/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { createShutdown } from '../platform/processes/index.ts'
import { createDatabaseRateLimits } from '../platform/rate-limits/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { createVouchers } from '../platform/vouchers/index.ts'
import { createWallets, noIssuerLists } from '../platform/wallet/index.ts'
import type { ManualClock } from './manual-clock.ts'
import { withStatementRecorder } from './plans-of-statements.ts'
import { rememberScans } from './remember-scans.ts'
import { silentLogger } from './silent-logger.ts'

export type TestPlatform = { platform: Platform; close(): Promise<void> }

export type TestPlatformParts = {
  connectionString: string
  dataDir: string
  clock: ManualClock
  settings: Partial<Settings>
}

/** Earlier than the clocks of all tests. */
const sealKeyMadeAt = new Date('2026-01-01T00:00:00.000Z')

const sealKey = once(() => makeSealKey('Test seal', sealKeyMadeAt))

/** The key that encrypts the tests' files, for a command that reads them too. */
export const testDocumentKey = randomBytes(32)

/** The threads behind these are slow to start and keep no state between calls, so one test file shares them. */
const shared = {
  passwords: once(() => createPasswords({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } })),
  images: once(() => createImages(silentLogger)),
  timeSource: once(() => createTimeSource()),
  encryption: once(() => createEncryption({ key: testDocumentKey })),
  // Its process starts only for tests that have a document read.
  documentReader: once(() =>
    rememberScans(createDocumentReader({ logger: silentLogger, maxMs: 60_000, idleMs: 15_000 })),
  ),
  sealer: once(async () => createSealer({ sealKey: await sealKey(), clock: systemClock, threads: 1 })),
}

/** The parts as `main.ts` builds them, on a test's own database and folder. */
export async function createTestPlatform(parts: TestPlatformParts): Promise<TestPlatform> {
  const { clock } = parts
  const logger = silentLogger
  const settings: Settings = {
    publicUrl: 'http://localhost:3000',
    supportEmail: 'support@localhost',
    legalEmail: 'legal@localhost',
    exitUrl: 'https://weather.example/',
    mailFrom: 'assent@localhost',
    emailCode: false,
    trustProxy: false,
    localOnly: true,
    metricsToken: null,
    accessTokenLifeSeconds: 3600,
    linkLifeDays: 30,
    retentionDays: 90,
    backupDays: 30,
    witnesses: [],
    localHelp: [],
    ...parts.settings,
  }
  const database = withStatementRecorder(openDatabase(parts.connectionString, { logger, maxConnections: 12 }))
  const storage = createStorage({ encryption: shared.encryption(), folder: join(parts.dataDir, 'files') })
  const kept = { database, storage, clock, logger }
  const signing = await createSigning(await generateSigningKeys(), {
    issuer: `${settings.publicUrl}/auth/v1`,
  })
  const platform: Platform = {
    ...kept,
    settings,
    timeSource: shared.timeSource(),
    // A test of a full disk replaces this.
    disk: { measureRoom: async () => null },
    encryption: shared.encryption(),
    images: shared.images(),
    documentReader: shared.documentReader(),
    passwords: shared.passwords(),
    sealer: await shared.sealer(),
    logSigner: createNoteSigner({ sealKey: await sealKey(), name: nameLogOrigin(settings.publicUrl) }),
    signing,
    jobs: createDatabaseJobs(signing),
    mailer: createOutboxMailer({
      folder: join(parts.dataDir, 'outbox'),
      from: settings.mailFrom,
      supportEmail: settings.supportEmail,
      clock,
    }),
    rateLimits: createDatabaseRateLimits(database, clock, signing),
    // A test of payments puts the simulator here (simulated-stripe.ts).
    payments: noPayments,
    // A test of checks puts the simulator here (simulated-stripe.ts).
    // A test of wallets puts others here (simulated-wallet.ts).
    wallets: createWallets({ roots: new Map(), origin: settings.publicUrl }),
    // A test of vouchers puts others here (simulated-voucher.ts).
    vouchers: createVouchers([], () => Promise.reject(new Error('no calls')), { allowsHttp: false }),
    // A test of signed requests puts keys here.
    readerKeys: new Map(),
    issuerLists: noIssuerLists,
    shutdown: createShutdown(0),
  }
  return { platform, close: () => database.close() }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
