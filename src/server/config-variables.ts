import { z } from 'zod'
import { defaultRetentionDays } from '../domain/record/limits.ts'

const requireUrl = (...protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
const hasHost = (text: string) => URL.canParse(text) && new URL(text).hostname !== ''
const requireWholeNumber = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\s*\d+\s*$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to))
const mailAddress = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/)
const mailFrom = z.string().regex(/^(?:[^\p{Cc}<>@]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u)
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((word) => word === 'on' || word === 'true' || word === '1')
const text = z.string().min(1)

/**
 * Every variable that the program reads; an empty one counts as not set. `wanted` completes the sentence "NAME must be
 * …", and `example` is a value that works. docs/configuration.md explains them, and a test keeps the two lists the
 * same.
 */
export const variables = {
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production']).default('development'),
    wanted: 'development, test or production',
    example: 'production',
  },
  PORT: {
    schema: requireWholeNumber(1, 65_535).default(3000),
    wanted: 'a port number from 1 to 65535',
    example: '3000',
  },
  HOST: { schema: text.default('127.0.0.1'), wanted: 'an address to listen on', example: '0.0.0.0' },
  PUBLIC_URL: {
    schema: requireUrl('http:', 'https:')
      .refine((given) => URL.canParse(given) && `${new URL(given).origin}/` === new URL(given).href)
      .transform((given) => new URL(given).origin)
      .optional(),
    wanted: 'the origin that people type, without a path',
    example: 'https://assent.example',
  },
  ALLOW_HTTP: { schema: onOff.default(false), wanted: 'on or off', example: 'on' },
  DATA_DIR: { schema: text.default('./data'), wanted: 'a folder', example: './data' },
  DATABASE_URL: {
    schema: requireUrl('postgres:', 'postgresql:').optional(),
    wanted: 'a PostgreSQL connection URL',
    example: 'postgresql://user:password@host:5432/assent',
  },
  MIGRATIONS_DATABASE_URL: {
    schema: requireUrl('postgres:', 'postgresql:').optional(),
    wanted: 'a PostgreSQL connection URL',
    example: 'postgresql://owner:password@host:5432/assent',
  },
  S3_BUCKET: { schema: text.optional(), wanted: 'the name of a bucket', example: 'assent-documents' },
  S3_ENDPOINT: {
    schema: requireUrl('http:', 'https:').optional(),
    wanted: 'the URL of an S3 server',
    example: 'https://s3.example',
  },
  S3_REGION: { schema: text.default('us-east-1'), wanted: 'a region', example: 'eu-west-2' },
  S3_ACCESS_KEY_ID: { schema: text.optional(), wanted: 'an access key id', example: 'AKIA…' },
  S3_SECRET_ACCESS_KEY: { schema: text.optional(), wanted: 'a secret access key', example: '…' },
  SMTP_URL: {
    schema: requireUrl('smtp:', 'smtps:').refine(hasHost).optional(),
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
    schema: requireUrl('http:', 'https:').optional(),
    wanted: 'a URL',
    example: 'https://api.stripe.com',
  },
  STRIPE_PRICE_MONTHLY: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  STRIPE_PRICE_SIXMONTH: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  STRIPE_PRICE_ANNUAL: { schema: text.optional(), wanted: 'a price id', example: 'price_…' },
  TSA_URL: {
    schema: requireUrl('http:', 'https:').optional(),
    wanted: 'the URL of a time-stamping authority',
    example: 'https://tsa.example',
  },
  TSA_ROOTS_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/tsa-roots.pem' },
  LOG_WITNESSES_FILE: { schema: text.optional(), wanted: 'a file', example: './log-witnesses' },
  LOCAL_HELP_FILE: { schema: text.optional(), wanted: 'a file', example: './local-help.json' },
  SEAL_KEY_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/seal-key.pem' },
  SIGNING_KEYS_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/signing-keys.json' },
  DOCUMENT_KEY_FILE: { schema: text.optional(), wanted: 'a file', example: './secrets/document-key' },
  KMS_KEY_ID: {
    schema: z
      .string()
      .trim()
      .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:(key|alias)\/.+$/)
      .optional(),
    wanted: 'the ARN of a KMS key',
    example: 'arn:aws:kms:eu-west-1:111122223333:key/…',
  },
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
  EXIT_URL: {
    schema: requireUrl('http:', 'https:').default('https://www.wikipedia.org/'),
    wanted: 'an http or https URL',
    example: 'https://weather.example',
  },
  EMAIL_CODE: {
    schema: z.enum(['auto', 'always', 'never']).default('auto'),
    wanted: 'auto, always or never',
    example: 'auto',
  },
  LINK_LIFE_DAYS: {
    schema: requireWholeNumber(1, 365).default(30),
    wanted: 'a number of days from 1 to 365',
    example: '30',
  },
  RETENTION_DAYS: {
    schema: requireWholeNumber(1, 3650).default(defaultRetentionDays),
    wanted: 'a number of days from 1 to 3650',
    example: '90',
  },
  BACKUP_DIR: { schema: text.optional(), wanted: 'a folder', example: '/backup' },
  BACKUP_RECIPIENT: {
    schema: z
      .string()
      .trim()
      .regex(/^age1[0-9a-z]+$/)
      .optional(),
    wanted: 'a public key of age',
    example: 'age1yourownpublickey',
  },
  BACKUP_DAYS: {
    schema: requireWholeNumber(1, 3650).default(30),
    wanted: 'a number of days from 1 to 3650',
    example: '30',
  },
  WALLET_ROOTS_DIR: { schema: text.optional(), wanted: 'a folder', example: './wallet-roots' },
  WALLET_LISTS_FILE: { schema: text.optional(), wanted: 'a file', example: './wallet-lists.json' },
  WALLET_EU_ANSWERS: {
    schema: z.enum(['encrypted', 'clear']).default('encrypted'),
    wanted: 'encrypted or clear',
    example: 'encrypted',
  },
  WALLET_KEYS_DIR: { schema: text.optional(), wanted: 'a folder', example: './wallet-keys' },
  VOUCHERS_DIR: { schema: text.optional(), wanted: 'a folder', example: './vouchers' },
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
    schema: requireWholeNumber(0, 40).default(0),
    wanted: 'a number of seconds from 0 to 40',
    example: '10',
  },
  LISTEN_FDS: { schema: requireWholeNumber(0).default(0), wanted: 'a number', example: '1' },
  LISTEN_PID: { schema: requireWholeNumber(0).optional(), wanted: 'a process id', example: '1' },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    wanted: 'debug, info, warn, error or silent',
    example: 'info',
  },
} as const satisfies Record<string, { schema: z.ZodType; wanted: string; example: string }>

/** Variables of earlier versions. The start says that they do nothing any more. */
export const removedVariables = [
  'IDENTITY_PROVIDER',
  'STRIPE_IDENTITY_KEY',
  'STRIPE_IDENTITY_WEBHOOK_SECRET',
] as const

type VariableName = keyof typeof variables
/** The parsed values, with defaults filled in. */
export type Values = { [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> }
