import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { defaultRetentionDays } from '../domain/record/limits.ts'
import { contradictionsIn } from './contradictions.ts'
import { isLoopbackHost } from './http/own-machine.ts'
import type { Settings } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'
import { readIdentityProvider, readStripe } from './stripe-keys.ts'

/** What the environment decides, checked and with every default filled in. */
export type Configuration = ReturnType<typeof toConfiguration>

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
const mailAddress = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/)
const mailFrom = z.string().regex(/^(?:[^\p{Cc}<>@]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u)
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((word) => word === 'on' || word === 'true' || word === '1')
const text = z.string().min(1)

/**
 * Every variable that the program reads; an empty one counts as not set. `wanted` completes the sentence "NAME must be …", and `example`
 * is a value that works. docs/configuration.md explains them, and a test keeps the two lists the same.
 */
export const variables = {
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production']).default('development'),
    wanted: 'development, test or production',
    example: 'production',
  },
  PORT: {
    schema: z.coerce.number().int().min(1).max(65_535).default(3000),
    wanted: 'a port number from 1 to 65535',
    example: '3000',
  },
  HOST: { schema: text.default('127.0.0.1'), wanted: 'an address to listen on', example: '0.0.0.0' },
  PUBLIC_URL: {
    schema: url('http:', 'https:')
      .refine((given) => new URL(given).pathname === '/' && !new URL(given).search)
      .transform((given) => new URL(given).origin)
      .optional(),
    wanted: 'the origin that people type, without a path',
    example: 'https://assent.example',
  },
  DATA_DIR: { schema: text.default('./data'), wanted: 'a folder', example: './data' },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    wanted: 'a PostgreSQL connection URL',
    example: 'postgresql://user:password@host:5432/assent',
  },
  MIGRATIONS_DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    wanted: 'a PostgreSQL connection URL',
    example: 'postgresql://owner:password@host:5432/assent',
  },
  S3_BUCKET: { schema: text.optional(), wanted: 'the name of a bucket', example: 'assent-documents' },
  S3_ENDPOINT: {
    schema: url('http:', 'https:').optional(),
    wanted: 'the URL of an S3 server',
    example: 'https://s3.example',
  },
  S3_REGION: { schema: text.default('us-east-1'), wanted: 'a region', example: 'eu-west-2' },
  S3_ACCESS_KEY_ID: { schema: text.optional(), wanted: 'an access key id', example: 'AKIA…' },
  S3_SECRET_ACCESS_KEY: { schema: text.optional(), wanted: 'a secret access key', example: '…' },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:').optional(),
    wanted: 'the URL of a mail server',
    example: 'smtps://user:password@mail.example:465',
  },
  MAIL_FROM: {
    schema: mailFrom.default('assent@localhost'),
    wanted: 'a mail address, with or without a name',
    example: '"Assent <hello@assent.example>"',
  },
  STRIPE_SECRET_KEY: { schema: text.optional(), wanted: 'a secret key', example: 'sk_live_…' },
  STRIPE_WEBHOOK_SECRET: { schema: text.optional(), wanted: 'a signing secret', example: 'whsec_…' },
  STRIPE_API_BASE: {
    schema: url('http:', 'https:').optional(),
    wanted: 'a URL',
    example: 'https://api.stripe.com',
  },
  STRIPE_PRICE_MONTHLY: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  STRIPE_PRICE_SIXMONTH: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  STRIPE_PRICE_ANNUAL: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  IDENTITY_PROVIDER: {
    schema: z.enum(['off', 'stripe']).default('off'),
    wanted: 'off or stripe',
    example: 'off',
  },
  STRIPE_IDENTITY_KEY: { schema: text.optional(), wanted: 'a restricted key', example: 'rk_live_…' },
  STRIPE_IDENTITY_WEBHOOK_SECRET: {
    schema: text.optional(),
    wanted: 'a signing secret',
    example: 'whsec_…',
  },
  TSA_URL: {
    schema: url('http:', 'https:').optional(),
    wanted: 'the URL of a time-stamping authority',
    example: 'https://tsa.example',
  },
  TSA_ROOTS_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/tsa-roots.pem' },
  LOG_WITNESSES_FILE: { schema: text.optional(), wanted: 'a file', example: './log-witnesses' },
  SEAL_KEY_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/seal-key.pem' },
  SIGNING_KEYS_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/signing-keys.json' },
  DOCUMENT_KEY_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/document-key' },
  KMS_KEY_ID: { schema: text.optional(), wanted: 'the ARN of a KMS key', example: 'arn:aws:kms:…' },
  SUPPORT_EMAIL: {
    schema: mailAddress.default('support@localhost'),
    wanted: 'a mail address',
    example: 'support@assent.example',
  },
  LEGAL_EMAIL: {
    schema: mailAddress.default('legal@localhost'),
    wanted: 'a mail address',
    example: 'legal@assent.example',
  },
  EMAIL_CODE: {
    schema: z.enum(['auto', 'always', 'never']).default('auto'),
    wanted: 'auto, always or never',
    example: 'auto',
  },
  LINK_LIFE_DAYS: {
    schema: z.coerce.number().int().min(1).max(365).default(30),
    wanted: 'a number of days from 1 to 365',
    example: '30',
  },
  RETENTION_DAYS: {
    schema: z.coerce.number().int().min(1).max(3650).default(defaultRetentionDays),
    wanted: 'a number of days from 1 to 3650',
    example: '90',
  },
  WALLET_ROOTS_DIR: { schema: text.optional(), wanted: 'a folder', example: './wallet-roots' },
  DOCUMENT_READING: { schema: onOff.default(true), wanted: 'on or off', example: 'on' },
  RATE_LIMITS: { schema: onOff.default(true), wanted: 'on or off', example: 'on' },
  TRUST_PROXY: { schema: onOff.default(false), wanted: 'on or off', example: 'on' },
  METRICS: {
    schema: z.enum(['loopback', 'anywhere']).default('loopback'),
    wanted: 'loopback or anywhere',
    example: 'loopback',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[!-~]{32,}$/)
      .optional(),
    wanted: 'a secret of at least 32 characters without spaces',
    example: 'one-of-your-own-from-openssl-rand-hex-32',
  },
  DRAIN_SECONDS: {
    schema: z.coerce.number().int().min(0).max(40).default(0),
    wanted: 'a number of seconds from 0 to 40',
    example: '10',
  },
  LISTEN_FDS: { schema: z.coerce.number().int().min(0).default(0), wanted: 'a number', example: '1' },
  LISTEN_PID: { schema: z.coerce.number().int().optional(), wanted: 'a process id', example: '1' },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    wanted: 'debug, info, warn, error or silent',
    example: 'info',
  },
} as const satisfies Record<string, { schema: z.ZodType; wanted: string; example: string }>

type VariableName = keyof typeof variables
type Values = { [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> }

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
  const contradictions = contradictionsIn(values)
  if (contradictions.length > 0) throw new StartupError(contradictions.join('\n'))
  return toConfiguration(values)
}

function toConfiguration(values: Values) {
  const path = (given: string) => (isAbsolute(given) ? given : resolve(given))
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
    dataDir: path(values.DATA_DIR),
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
    stripe: readStripe(values),
    /** Null: nobody is asked. Without keys the simulator is, where it runs. */
    identityProvider: readIdentityProvider(values),
    /** Null: records are sealed without a timestamp. `rootsFile` null: any authority is believed whose certificate is valid by itself. */
    timeAuthority: values.TSA_URL
      ? { url: values.TSA_URL, rootsFile: values.TSA_ROOTS_FILE ? path(values.TSA_ROOTS_FILE) : null }
      : null,
    /** Null: nobody is handed the states of the transparency log. */
    logWitnessesFile: values.LOG_WITNESSES_FILE ? path(values.LOG_WITNESSES_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    sealKeyFile: values.SEAL_KEY_FILE ? path(values.SEAL_KEY_FILE) : null,
    /** Null: generated into DATA_DIR/secrets. */
    signingKeysFile: values.SIGNING_KEYS_FILE ? path(values.SIGNING_KEYS_FILE) : null,
    /** Null: generated into DATA_DIR/secrets, unless there is a KMS key. */
    documentKeyFile: values.DOCUMENT_KEY_FILE ? path(values.DOCUMENT_KEY_FILE) : null,
    kmsKeyId: values.KMS_KEY_ID ?? null,
    /** Null: wallets are not offered, or a simulated one is where only this machine is served. */
    walletRootsDir: values.WALLET_ROOTS_DIR ? path(values.WALLET_ROOTS_DIR) : null,
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
