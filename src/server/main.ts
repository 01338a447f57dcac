import { fileURLToPath } from 'node:url'
import { type Configuration, readConfiguration } from './config.ts'
import { explainFullDisk, prepareDataFolder } from './data-folder.ts'
import { assertPortIsFree } from './http/listen.ts'
import { startEmbeddedDatabase } from './platform/database/embedded/embedded-database.ts'
import { assertSameDatabase, assertServer } from './platform/database/index.ts'
import type { DatabaseServer, Logins } from './platform/database/migrate.ts'
import { createLogger, type Logger, redirectConsole } from './platform/logging/index.ts'
import { type Serving, type ShutdownSteps, serveUntilStopped } from './serve-until-stopped.ts'

/**
 * The minor version of the pinned Node (package.json): older versions lack security fixes, such as the one against
 * colliding JSON keys.
 */
const oldestMinor = 21

const root = fileURLToPath(new URL('../..', import.meta.url))

async function start(stops: ShutdownSteps, fail: (reason: string) => void): Promise<Serving> {
  const configuration = readConfiguration()
  const logger = createLogger(configuration.logLevel)
  redirectConsole(logger)
  for (const sentence of configuration.warnings) logger.warn({ event: 'setting' }, sentence)
  if (configuration.socketFd === null) await assertPortIsFree(configuration)
  const { folder, recipient } = configuration.backups
  if (folder && recipient) (await import('./platform/backups/age.ts')).createEncrypter(recipient)
  try {
    await prepareDataFolder(configuration.dataDir)
    if (namesFiles(configuration)) await (await import('./serve.ts')).assertGivenFiles(configuration)
    // Most of the program loads while the database starts.
    const [{ server, ...logins }, { serve }] = await Promise.all([
      startDatabase(configuration, logger, stops, fail),
      import('./serve.ts'),
    ])
    await serve({ configuration, logger, logins, server, root, stops })
  } catch (error) {
    throw await explainFullDisk(error, configuration.dataDir)
  }
  return { publicUrl: configuration.publicUrl, port: configuration.port, logger }
}

/** Whether a setting names a file, so that the code that reads it is loaded before the database starts. */
function namesFiles(configuration: Configuration): boolean {
  const { signingKeysFile, sealKeyFile, documentKeyFile, timeAuthority } = configuration
  const { localHelpFile, logWitnessesFile, walletRootsDir, walletListsFile, walletKeysDir } = configuration
  return [
    signingKeysFile,
    sealKeyFile,
    documentKeyFile,
    timeAuthority?.rootsFile,
    localHelpFile,
    logWitnessesFile,
    walletRootsDir,
    walletListsFile,
    walletKeysDir,
  ].some(Boolean)
}

/** The logins of the database and its server, which is started unless DATABASE_URL names one. */
async function startDatabase(
  { databaseUrl, migrationsDatabaseUrl, dataDir, localOnly }: Configuration,
  logger: Logger,
  stops: ShutdownSteps,
  fail: (reason: string) => void,
): Promise<Logins & { server: DatabaseServer }> {
  if (databaseUrl) {
    const version = await assertServer(databaseUrl)
    if (migrationsDatabaseUrl) {
      await assertServer(migrationsDatabaseUrl, { variable: 'MIGRATIONS_DATABASE_URL' })
      await assertSameDatabase(databaseUrl, migrationsDatabaseUrl)
    }
    const server: DatabaseServer = { version, origin: 'DATABASE_URL' }
    logger.info(server, 'the database answers')
    return {
      connectionString: databaseUrl,
      ownerConnectionString: migrationsDatabaseUrl ?? databaseUrl,
      server,
    }
  }
  const embedded = await startEmbeddedDatabase(dataDir, {
    onOutage: (sentence) => logger.warn({}, sentence),
    onLost: () => fail('another process has taken the embedded database'),
  })
  stops.push(() => embedded.stop())
  logger.info({ folder: embedded.folder, ...embedded.server }, 'the embedded database runs')
  if (!localOnly && embedded.server.origin === 'package') {
    logger.warn(
      embedded.server,
      'PostgreSQL is the one with the packages, which gets no security updates: set DATABASE_URL, or ' +
        'install PostgreSQL of the same major version',
    )
  }
  return embedded
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Checked before any call that older versions of Node lack.
if (major !== 24 || minor < oldestMinor) {
  process.stderr.write(
    `The server runs on Node 24.${oldestMinor} or a newer 24, and this is ${process.versions.node}: ` +
      'start it with "npm start", which brings its own.\n',
  )
  process.exit(1)
}
process.exit(await serveUntilStopped(start))
