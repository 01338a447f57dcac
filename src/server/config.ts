import { isAbsolute, resolve, sep } from 'node:path'
import { removedVariables, type Values, variables } from './config-variables.ts'
import { listContradictions } from './contradictions.ts'
import { isLoopbackHost } from './http/origin.ts'
import type { Settings } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'

/** The validated configuration from the environment, with defaults filled in. */
export type Configuration = ReturnType<typeof toConfiguration> & {
  /** Sentences for the log: settings that are allowed but rarely intended. */
  warnings: string[]
}

/** Throws a StartupError with one sentence per mistake, each with the setting to use instead. */
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
    /**
     * Whether only this machine is served: false in production, and if the host of the public URL isn't a loopback one.
     */
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
    /**
     * Null: records are sealed without a timestamp. `rootsFile` null: any authority with an otherwise valid certificate
     * is trusted.
     */
    timeAuthority: values.TSA_URL
      ? { url: values.TSA_URL, rootsFile: values.TSA_ROOTS_FILE ? resolvePath(values.TSA_ROOTS_FILE) : null }
      : null,
    /** Null: the states of the transparency log aren't sent to witnesses. */
    logWitnessesFile: values.LOG_WITNESSES_FILE ? resolvePath(values.LOG_WITNESSES_FILE) : null,
    /** Null: the only help named is the local emergency number. */
    localHelpFile: values.LOCAL_HELP_FILE ? resolvePath(values.LOCAL_HELP_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    sealKeyFile: values.SEAL_KEY_FILE ? resolvePath(values.SEAL_KEY_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    signingKeysFile: values.SIGNING_KEYS_FILE ? resolvePath(values.SIGNING_KEYS_FILE) : null,
    /** Null: generated into DATA_DIR/secrets, unless there is a KMS key. */
    documentKeyFile: values.DOCUMENT_KEY_FILE ? resolvePath(values.DOCUMENT_KEY_FILE) : null,
    kmsKeyId: values.KMS_KEY_ID ?? null,
    /** Null: wallets aren't offered or, on a local-only server, a simulated one is. */
    walletRootsDir: values.WALLET_ROOTS_DIR ? resolvePath(values.WALLET_ROOTS_DIR) : null,
    /** Null: no signed list of issuers is fetched. */
    walletListsFile: values.WALLET_LISTS_FILE ? resolvePath(values.WALLET_LISTS_FILE) : null,
    takesClearAge: values.WALLET_EU_ANSWERS === 'clear',
    /** Null: requests to wallets aren't signed. */
    walletKeysDir: values.WALLET_KEYS_DIR ? resolvePath(values.WALLET_KEYS_DIR) : null,
    /** Null: no bank, eID or age key is offered. */
    vouchersDir: values.VOUCHERS_DIR ? resolvePath(values.VOUCHERS_DIR) : null,
    supportEmail: values.SUPPORT_EMAIL,
    legalEmail: values.LEGAL_EMAIL,
    exitUrl: values.EXIT_URL,
    emailCode: values.EMAIL_CODE === 'always' || (values.EMAIL_CODE === 'auto' && Boolean(values.SMTP_URL)),
    linkLifeDays: values.LINK_LIFE_DAYS,
    retentionDays: values.RETENTION_DAYS,
    backups: {
      /** Null: no automatic backups. */
      folder: values.BACKUP_DIR ? resolvePath(values.BACKUP_DIR) : null,
      /** Null: the copies made by `npm run backup` aren't encrypted. */
      recipient: values.BACKUP_RECIPIENT ?? null,
      days: values.BACKUP_DAYS,
    },
    documentReading: values.DOCUMENT_READING,
    rateLimits: values.RATE_LIMITS,
    trustProxy: values.TRUST_PROXY,
    metricsAnywhere: values.METRICS === 'anywhere',
    /** Null: /metrics is for this machine only, and closed on a server that isn't local-only. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /**
     * Time after the stop signal in which requests are still served but `/readyz` answers that the server isn't ready.
     */
    drainMs: values.DRAIN_SECONDS * 1000,
    /** The listening socket that systemd passed to this process (sd_listen_fds(3)); null: PORT of HOST is opened. */
    socketFd: values.LISTEN_FDS > 0 && values.LISTEN_PID === process.pid ? 3 : null,
    logLevel: values.LOG_LEVEL,
  }
}

/** The part of the configuration that the features get. */
export function toSettings(configuration: Configuration): Omit<Settings, 'localHelp' | 'witnesses'> {
  return {
    publicUrl: configuration.publicUrl,
    supportEmail: configuration.supportEmail,
    legalEmail: configuration.legalEmail,
    exitUrl: configuration.exitUrl,
    mailFrom: configuration.mailFrom,
    emailCode: configuration.emailCode,
    trustProxy: configuration.trustProxy,
    localOnly: configuration.localOnly,
    metricsToken: configuration.metricsToken,
    accessTokenLifeSeconds: 3600,
    linkLifeDays: configuration.linkLifeDays,
    retentionDays: configuration.retentionDays,
    backupDays: configuration.backups.days,
  }
}

/**
 * One sentence for each setting that is allowed but rarely intended (RUN-37). The sentences name variables without
 * their values, which may be secrets.
 */
function listConfigWarnings(values: Values, environment: Record<string, string | undefined>): string[] {
  return [
    ...listRisksInProduction(values),
    ...listBackupsInData(values),
    ...listRemoved(environment),
    ...listMisspelt(environment),
  ]
}

function listBackupsInData({ DATA_DIR, BACKUP_DIR }: Values): string[] {
  if (!BACKUP_DIR || !`${resolve(BACKUP_DIR)}${sep}`.startsWith(`${resolve(DATA_DIR)}${sep}`)) return []
  return [
    'BACKUP_DIR lies in DATA_DIR: what destroys the data destroys its backups too. Set it to a folder on another disk.',
  ]
}

function listRisksInProduction(values: Values): string[] {
  if (values.NODE_ENV !== 'production') return []
  const sentences: string[] = []
  if (!values.RATE_LIMITS)
    sentences.push(
      'RATE_LIMITS is off: anyone may guess passwords and codes as often as they like. Unset it.',
    )
  if (!values.DATABASE_URL && !values.S3_BUCKET && !values.DOCUMENT_KEY_FILE && !values.KMS_KEY_ID)
    sentences.push(
      'The document key lies in DATA_DIR beside the files that it closes: a stolen disk opens them. Set DOCUMENT_KEY_FILE or KMS_KEY_ID.',
    )
  return sentences
}

function listRemoved(environment: Record<string, string | undefined>): string[] {
  return removedVariables
    .filter((name) => environment[name])
    .map((name) => `${name} is removed, because Stripe Identity is: unset it, and read docs/upgrade.md.`)
}

/** The first words of settings for outside services. Variables of the system don't begin with them. */
const services = /^(?:BACKUP|DATABASE|KMS|MAIL|METRICS|MIGRATIONS|S3|SMTP|STRIPE|TSA|WALLET)_/

/** Ignored names that differ from a setting's name by one or two letters, or begin like the settings of a service. */
function listMisspelt(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(variables)
  const removed: readonly string[] = removedVariables
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && !removed.includes(name) && /^[A-Z][A-Z0-9_]{5,}$/.test(name))
    .flatMap((name) => {
      const closest = known.find((each) => countEdits(name, each) <= 2)
      const [service] = services.exec(name) ?? []
      const meant = closest ? [closest] : known.filter((each) => service && each.startsWith(service))
      const list = meant.join(', ').replace(/, (?=[^ ]+$)/, ' or ')
      return list ? [`${name} is read by nothing: did you mean ${list}?`] : []
    })
}

/** The Levenshtein distance: letters to insert, delete or replace to turn one text into the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

type StripeValues = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_BASE?: string | undefined
  STRIPE_PRICE_MONTHLY?: string | undefined
  STRIPE_PRICE_SIXMONTH?: string | undefined
  STRIPE_PRICE_ANNUAL?: string | undefined
}

/** For payments. Null: the simulator, or nothing in production. */
function findStripe(values: StripeValues) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const {
    STRIPE_PRICE_MONTHLY: monthly,
    STRIPE_PRICE_SIXMONTH: sixmonth,
    STRIPE_PRICE_ANNUAL: annual,
  } = values
  if (!secretKey || !webhookSecret || !monthly || !sixmonth || !annual) return null
  return {
    secretKey,
    webhookSecret,
    prices: { monthly, sixmonth, annual },
    ...(values.STRIPE_API_BASE ? { apiBase: values.STRIPE_API_BASE } : {}),
  }
}
