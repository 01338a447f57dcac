import { isAbsolute, resolve } from 'node:path'
import { type Values, variables } from './config-variables.ts'
import { listConfigWarnings } from './config-warnings.ts'
import { listContradictions } from './contradictions.ts'
import { isLoopbackHost } from './http/own-machine.ts'
import type { Settings } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'
import { findIdentityProvider, findStripe } from './stripe-keys.ts'

/** What the environment decides, checked and with every default filled in. */
export type Configuration = ReturnType<typeof toConfiguration> & {
  /** Sentences for the log: settings that are allowed and seldom meant. */
  warnings: string[]
}

/** Throws a StartupError with one sentence per mistake, each with what to type instead. */
export function readConfiguration(
  environment: Record<string, string | undefined> = process.env,
): Configuration {
  const given: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { schema, wanted, example }] of Object.entries(variables)) {
    const parsed = schema.safeParse(environment[name] || undefined)
    // The value is not repeated: it may be a secret.
    if (!parsed.success)
      faults.push(`${name} must be ${wanted}: start again with ${name}=${example} npm start.`)
    else given[name] = parsed.data
  }
  if (faults.length > 0) throw new StartupError(faults.join('\n'))
  const values = given as Values
  const contradictions = listContradictions(values)
  if (contradictions.length > 0) throw new StartupError(contradictions.join('\n'))
  return { ...toConfiguration(values), warnings: listConfigWarnings(values, environment) }
}

function toConfiguration(values: Values) {
  const resolvePath = (given: string) => (isAbsolute(given) ? given : resolve(given))
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const credentials =
    values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY
      ? { accessKeyId: values.S3_ACCESS_KEY_ID, secretAccessKey: values.S3_SECRET_ACCESS_KEY }
      : undefined
  return {
    /** Whether only this machine is served. Others are in production, and wherever the address that people type is not a loopback one. */
    localOnly: values.NODE_ENV !== 'production' && isLoopbackHost(new URL(publicUrl).host),
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: resolvePath(values.DATA_DIR),
    /** Null: the embedded database of DATA_DIR. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The login of the role that owns the schema; null: that of `databaseUrl`. */
    migrationsDatabaseUrl: values.MIGRATIONS_DATABASE_URL ?? null,
    /** Null: the folder `files` of DATA_DIR. */
    s3: values.S3_BUCKET
      ? { bucket: values.S3_BUCKET, region: values.S3_REGION, endpoint: values.S3_ENDPOINT, credentials }
      : null,
    /** Null: the outbox of DATA_DIR. */
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    stripe: findStripe(values),
    /** Null: nobody is asked. Without keys the simulator is, where it runs. */
    identityProvider: findIdentityProvider(values),
    /** Null: records are sealed without a timestamp. `rootsFile` null: any authority is believed whose certificate is valid by itself. */
    timeAuthority: values.TSA_URL
      ? { url: values.TSA_URL, rootsFile: values.TSA_ROOTS_FILE ? resolvePath(values.TSA_ROOTS_FILE) : null }
      : null,
    /** Null: nobody is handed the states of the transparency log. */
    logWitnessesFile: values.LOG_WITNESSES_FILE ? resolvePath(values.LOG_WITNESSES_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    sealKeyFile: values.SEAL_KEY_FILE ? resolvePath(values.SEAL_KEY_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    signingKeysFile: values.SIGNING_KEYS_FILE ? resolvePath(values.SIGNING_KEYS_FILE) : null,
    /** Null: generated into DATA_DIR/secrets, unless there is a KMS key. */
    documentKeyFile: values.DOCUMENT_KEY_FILE ? resolvePath(values.DOCUMENT_KEY_FILE) : null,
    kmsKeyId: values.KMS_KEY_ID ?? null,
    /** Null: wallets are not offered, or a simulated one is where only this machine is served. */
    walletRootsDir: values.WALLET_ROOTS_DIR ? resolvePath(values.WALLET_ROOTS_DIR) : null,
    supportEmail: values.SUPPORT_EMAIL,
    legalEmail: values.LEGAL_EMAIL,
    emailCode: values.EMAIL_CODE === 'always' || (values.EMAIL_CODE === 'auto' && Boolean(values.SMTP_URL)),
    linkLifeDays: values.LINK_LIFE_DAYS,
    retentionDays: values.RETENTION_DAYS,
    documentReading: values.DOCUMENT_READING,
    rateLimits: values.RATE_LIMITS,
    trustProxy: values.TRUST_PROXY,
    metricsAnywhere: values.METRICS === 'anywhere',
    /** Null: /metrics is for this machine only, and where others are served for nobody. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** For so long everything is served, and readiness says no, after we were asked to stop. */
    drainMs: values.DRAIN_SECONDS * 1000,
    /** The listening socket that systemd handed to this very process (sd_listen_fds(3)); null: PORT of HOST is opened. */
    socketFd: values.LISTEN_FDS > 0 && values.LISTEN_PID === process.pid ? 3 : null,
    logLevel: values.LOG_LEVEL,
  }
}

/** What of it the features are told. */
export function toSettings(configuration: Configuration): Omit<Settings, 'witnesses'> {
  return {
    publicUrl: configuration.publicUrl,
    supportEmail: configuration.supportEmail,
    legalEmail: configuration.legalEmail,
    mailFrom: configuration.mailFrom,
    emailCode: configuration.emailCode,
    trustProxy: configuration.trustProxy,
    localOnly: configuration.localOnly,
    metricsToken: configuration.metricsToken,
    accessTokenLifeSeconds: 3600,
    linkLifeDays: configuration.linkLifeDays,
    retentionDays: configuration.retentionDays,
  }
}
