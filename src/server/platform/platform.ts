import type { Clock, TimeSource } from './clock/index.ts'
import type { Database } from './database/index.ts'
import type { DocumentReader } from './document-reader/index.ts'
import type { Encryption } from './encryption/index.ts'
import type { Disk } from './files/index.ts'
import type { Images } from './images/images.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Signing } from './keys/index.ts'
import type { Logger } from './logging/index.ts'
import type { Mailer } from './mail/mail.ts'
import type { NoteSigner, VerifierKey } from './notes/index.ts'
import type { Passwords } from './passwords/index.ts'
import type { Payments } from './payments/index.ts'
import type { Sealer } from './pdf/index.ts'
import type { Shutdown } from './processes/index.ts'
import type { RateLimits } from './rate-limits/index.ts'
import type { Storage } from './storage/index.ts'
import type { Vouchers } from './vouchers/index.ts'
import type { IssuerLists, ReaderKeys, Wallets } from './wallet/index.ts'

/** Public facts about the installation. */
export type Settings = {
  /** The public origin of the product, without a trailing slash. */
  publicUrl: string
  supportEmail: string
  legalEmail: string
  exitUrl: string
  mailFrom: string
  /** Whether the gate mails a code: derived from EMAIL_CODE and the mail transport. */
  emailCode: boolean
  /** Whether to trust X-Forwarded-For for the client's address. */
  trustProxy: boolean
  /**
   * Whether the product serves only this machine: not in production, and PUBLIC_URL is a loopback address. Only then do
   * the pages below /dev exist.
   */
  localOnly: boolean
  /** The bearer token that opens /metrics from anywhere; null when none is configured. */
  metricsToken: string | null
  accessTokenLifeSeconds: number
  /** How long a link waits for the third party before it closes. */
  linkLifeDays: number
  /** How long photos and IDs are kept after a verification is complete. */
  retentionDays: number
  /** How long deleted data can remain in a backup. */
  backupDays: number
  /** The witnesses that receive each new state of the transparency log. */
  witnesses: readonly Witness[]
  /** Where people under pressure or threat find help, by country (ISO 3166-1). */
  localHelp: readonly { country: string; name: string; contact: string }[]
}

/** A witness that cosigns the log's checkpoints (c2sp.org/tlog-witness). */
export type Witness = { name: string; key: VerifierKey; verifierKey: string; url: string }

/**
 * The adapters that the features use. `main.ts` creates them for production; tests create them with a manual clock and
 * otherwise the same real parts.
 */
export type Platform = {
  settings: Settings
  clock: Clock
  /** Reports whether that clock is synchronised. */
  timeSource: TimeSource
  database: Database
  disk: Disk
  /** Uses the key of the documents, for personal data in rows. */
  encryption: Encryption
  storage: Storage
  images: Images
  /** Null when reading documents is switched off. */
  documentReader: DocumentReader | null
  passwords: Passwords
  signing: Signing
  jobs: Jobs
  mailer: Mailer
  rateLimits: RateLimits
  payments: Payments
  sealer: Sealer
  /** Signs the checkpoints of the transparency log, under the log's name. */
  logSigner: NoteSigner
  wallets: Wallets
  vouchers: Vouchers
  /** The keys that sign requests to wallets, none unless the operator gave some. */
  readerKeys: ReaderKeys
  /** The signed lists of wallets' issuers, none unless the operator named some. */
  issuerLists: IssuerLists
  shutdown: Shutdown
  logger: Logger
}
