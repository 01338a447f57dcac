import { join } from 'node:path'
import { nameLogOrigin } from '../domain/record/record.ts'
import { createApp } from './app.ts'
import { type Configuration, toSettings } from './config.ts'
import { readLastBackup } from './data-folder.ts'
import { listen } from './http/listen.ts'
import { makeJobLanes, recurringJobs } from './job-handlers.ts'
import { readLocalHelp } from './local-help.ts'
import { createMetrics, observeParts } from './operations/routes.ts'
import {
  readLogWitnesses,
  readReaderKeys,
  readVouchers,
  startIssuerLists,
  startStripe,
  startWallets,
} from './outside-services.ts'
import { assertClockIsRight, createTimeSource, systemClock, watchClock } from './platform/clock/index.ts'
import { type DatabaseServer, type Logins, migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { restrictServingRole } from './platform/database/serving-role.ts'
import { createDocumentReader } from './platform/document-reader/index.ts'
import { createEncryption, KeyServiceUnavailable } from './platform/encryption/index.ts'
import { createDisk, watchDisk } from './platform/files/index.ts'
import { createImages } from './platform/images/index.ts'
import {
  findSigningFault,
  findStoreFault,
  hasSigningKeys,
  notePublicUrl,
  resealMark,
} from './platform/installation/index.ts'
import { createDatabaseJobs, prepareJobSchema, startWorkers } from './platform/jobs/index.ts'
import { createSigning } from './platform/keys/index.ts'
import { describeError, type Logger } from './platform/logging/index.ts'
import { createOutboxMailer, createSmtpMailer } from './platform/mail/index.ts'
import { createNoteSigner } from './platform/notes/index.ts'
import { createPasswords } from './platform/passwords/index.ts'
import { createSealer, keepRevokedInDatabase } from './platform/pdf/index.ts'
import type { Platform } from './platform/platform.ts'
import { createShutdown } from './platform/processes/index.ts'
import { createDatabaseRateLimits, noRateLimits } from './platform/rate-limits/index.ts'
import { StartupError } from './platform/startup-error.ts'
import { createStorage, getCause, openFilesPlace, StorageUnavailable } from './platform/storage/index.ts'
import { admitSealKey, findCertificateInForce, warnOfCertificates } from './records/index.ts'
import { findTimeAuthority, readDocumentKey, readSealKey, readSigningKeys } from './secrets.ts'
import type { ShutdownSteps } from './serve-until-stopped.ts'
import { loadBuild } from './web-pages/routes.ts'

// In the same part of the bundle.
export { assertGivenFiles } from './given-files.ts'

/** How long requests in progress may take after a stop signal. */
const stopGraceMs = 10_000

/** Logged at the start. */
const otherAddress =
  'PUBLIC_URL is another address than the one of the process that started before: links that were sent lead to ' +
  'that one, and everyone must sign in again. Give every process on this database the same one.'

/** The dependencies of a server. `root` is the project's folder. */
export type ServerParts = {
  configuration: Configuration
  logger: Logger
  logins: Logins
  server: DatabaseServer
  root: string
  stops: ShutdownSteps
}

/**
 * Builds everything on a running database, and serves. Throws a StartupError for faults that the operator has to
 * correct.
 */
export async function serve({
  configuration,
  logger,
  logins,
  server,
  root,
  stops,
}: ServerParts): Promise<void> {
  // The development server serves the pages itself.
  const build = process.argv.includes('--without-pages') ? null : await loadBuild(join(root, 'build/client'))
  await prepareDatabase(logins, join(root, 'migrations'), logger)
  const { connectionString } = logins
  const { shutDown, ...shutdown } = createShutdown(configuration.drainMs)
  const parts = await buildPlatform({ configuration, logger, connectionString, stops })
  const { dataDir, databaseUrl, s3 } = configuration
  const metrics = createMetrics({
    process: true,
    disk: parts.disk,
    server,
    // Data stored elsewhere is backed up by other tools.
    ...(databaseUrl || s3 ? {} : { readLastBackup: () => readLastBackup(dataDir) }),
  })
  const platform = observeParts({ ...parts, shutdown }, metrics)
  const fault = await findStoreFault(platform).catch((error: unknown) => {
    if (error instanceof StorageUnavailable)
      throw new StartupError(explainStore(error, configuration), { cause: error })
    throw error
  })
  // Compared only with the database that the store belongs to.
  const misfit = fault ?? (await findSigningFault(platform))
  if (misfit) throw new StartupError(misfit)
  if (await notePublicUrl(platform.database, configuration.publicUrl))
    logger.warn({ event: 'setting' }, otherAddress)
  // Only after the check of the store: this may announce a new key in the log of seals, which only a process of this
  // database may do.
  await admitSealKey(platform)

  let hasStarted = false
  const app = createApp(platform, {
    ...(build ? { build } : {}),
    metrics,
    metricsAnywhere: configuration.metricsAnywhere,
    hasStarted: () => hasStarted,
    server,
  })
  const starting = startWorkers({
    connectionString,
    lanes: makeJobLanes(platform),
    recurring: recurringJobs,
    logger,
    keyName: platform.encryption.keyName,
  })
  // A start that failed has nothing to stop, and its error is already reported.
  const none = () => null
  stops.push(async () => (await starting.catch(none))?.stop())
  // Not awaited, because the services may be slow; the daily job asks again.
  void warnOfCertificates(platform).catch((error) =>
    logger.warn({ error: describeError(error) }, 'the authorities of the certificates could not be asked'),
  )
  void platform.issuerLists
    .fetchDue()
    .catch((error) =>
      logger.warn({ error: describeError(error) }, 'the lists of issuers could not be fetched'),
    )
  const { folder, recipient } = configuration.backups
  if (folder && recipient) {
    const { startDailyBackups } = await import('./platform/backups/daily-backups.ts')
    const script = join(root, 'scripts', 'backup.ts')
    const backups = startDailyBackups({ folder, script, clock: platform.clock, logger })
    stops.push(() => backups.stop())
  }
  // Requests are answered before the workers take their first job.
  const listening = listen(app.fetch, { ...configuration, shutdown })
  stops.push(async () => {
    const open = await listening.catch(none)
    await shutDown()
    await open?.stop(stopGraceMs)
  })
  // Ready only once the workers run.
  const started = starting.then(() => {
    hasStarted = true
  })
  await Promise.all([started, listening])
}

function explainStore(error: StorageUnavailable, { s3, dataDir }: Configuration): string {
  const { code, name } = getCause(error)
  if (error.cause instanceof KeyServiceUnavailable)
    return `The key service of KMS_KEY_ID gives no key (${code ?? name}): see that it answers and lets us in, or correct KMS_KEY_ID.`
  const where = s3 ? `the store of S3_BUCKET at ${s3.endpoint ?? 'AWS'}` : `the folder ${dataDir} of DATA_DIR`
  const by = s3 ? 'the S3 variables' : 'DATA_DIR'
  return `The files cannot be reached in ${where} (${code ?? name}): see that it answers, or correct ${by}.`
}

/** Migrates the schema as its owner, and restricts the rights of the role that serves. */
async function prepareDatabase(logins: Logins, migrations: string, logger: Logger): Promise<void> {
  await migrate(logins.ownerConnectionString, migrations)
  await prepareJobSchema(logins.ownerConnectionString)
  if (await restrictServingRole(logins)) return
  logger.warn(
    {},
    'the role of DATABASE_URL may change the audit trail and the log of seals: serve as a role that ' +
      'owns no table, and give the login of their owner in MIGRATIONS_DATABASE_URL',
  )
}

async function buildPlatform({
  configuration,
  logger,
  connectionString,
  stops,
}: Omit<ServerParts, 'logins' | 'server' | 'root'> & { connectionString: string }): Promise<
  Omit<Platform, 'shutdown'>
> {
  const { dataDir, s3, smtpUrl, publicUrl } = configuration
  const sender = { from: configuration.mailFrom, supportEmail: configuration.supportEmail }
  const clock = systemClock
  const database = openDatabase(connectionString, { logger })
  stops.push(() => database.close())
  await assertClockIsRight(database, clock)
  const documentKey = await readDocumentKey(configuration)
  const encryption = createEncryption(documentKey)
  // The store's mark is decrypted first.
  encryption.warmUp()
  const storage = createStorage({ encryption, ...(await openFilesPlace({ s3, dataDir })) })
  stops.push(() => encryption.close())
  // The check of the store reports why it can't be decrypted.
  if ('former' in documentKey && documentKey.former.length > 0) await resealMark(storage).catch(() => {})
  // With all data elsewhere the product writes to no disk of this machine.
  const isElsewhere = Boolean(s3 && configuration.databaseUrl && smtpUrl)
  // The folder of the database may be a link to another disk.
  const disk = createDisk(
    isElsewhere ? [] : [dataDir, ...(configuration.databaseUrl ? [] : [join(dataDir, 'postgres')])],
  )
  const watching = watchDisk(disk, logger)
  stops.push(() => watching.stop())
  const clockWatch = watchClock(clock, database, logger)
  stops.push(async () => clockWatch.stop())
  const images = createImages(logger)
  stops.push(() => images.close())
  const documentReader = configuration.documentReading ? createDocumentReader({ logger }) : null
  if (documentReader) stops.push(() => documentReader.close())
  const authority = await findTimeAuthority(configuration)
  const sealKeyPem = await readSealKey(configuration, {
    isNeeded: async () => (await findCertificateInForce(database)) !== null,
  })
  const sealer = createSealer({
    sealKey: sealKeyPem,
    clock,
    revoked: keepRevokedInDatabase(database, clock),
    ...(authority ? { timeAuthority: authority } : {}),
  })
  stops.push(() => sealer.close())
  const signingKeys = await readSigningKeys(configuration, { isNeeded: () => hasSigningKeys(database) })
  const signing = await createSigning(signingKeys, { issuer: `${publicUrl}/auth/v1` })
  const mailer = smtpUrl
    ? createSmtpMailer({ smtpUrl, ...sender, clock, logger })
    : createOutboxMailer({ folder: join(dataDir, 'outbox'), ...sender, clock })
  const readerKeys = await readReaderKeys(configuration)
  const issuerLists = await startIssuerLists(configuration, { database, clock, logger }, stops)
  return {
    settings: {
      ...toSettings(configuration),
      witnesses: await readLogWitnesses(configuration.logWitnessesFile),
      localHelp: await readLocalHelp(configuration.localHelpFile),
    },
    clock,
    timeSource: createTimeSource(),
    database,
    disk,
    logger,
    encryption,
    storage,
    images,
    documentReader,
    passwords: createPasswords(),
    sealer,
    logSigner: createNoteSigner({ sealKey: sealKeyPem, name: nameLogOrigin(publicUrl) }),
    signing,
    jobs: createDatabaseJobs(signing),
    mailer,
    rateLimits: configuration.rateLimits ? createDatabaseRateLimits(database, clock, signing) : noRateLimits,
    payments: await startStripe(configuration, logger, stops),
    wallets: await startWallets(configuration, logger, stops, { keys: readerKeys, lists: issuerLists }),
    vouchers: await readVouchers(configuration),
    readerKeys,
    issuerLists,
  }
}
