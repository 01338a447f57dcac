import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { PoolUse } from '../platform/database/index.ts'
import type { Mailer } from '../platform/mail/index.ts'
import type { SealedDocument, Sealer } from '../platform/pdf/index.ts'
import type { Platform } from '../platform/platform.ts'
import { FileUnreadable, type Storage } from '../platform/storage/index.ts'
import type { IssuerLists, ReaderKeys } from '../platform/wallet/index.ts'

/** How one call of the storage ended; `unreadable`: the file exists, but can't be decrypted. */
type StorageCall = {
  operation: 'put' | 'get' | 'remove' | 'check'
  outcome: 'ok' | 'unreadable' | 'error'
  seconds: number
}

/** How the hand-over of a mail ended; `error`: it is retried. */
type MailOutcome = 'accepted' | 'address_refused' | 'message_refused' | 'error'

export type PartsMetrics = {
  observeStorage(call: StorageCall): void
  countMail(outcome: MailOutcome): void
  setPool(use: PoolUse): void
  setClockAhead(clock: { aheadMs: number }): void
  countSeal(seal: Pick<SealedDocument, 'timestamp' | 'validation'>): void
  setCertificateEnds(at: Date): void
  setReaderKeys(keys: ReaderKeys): void
  setIssuerLists(updates: ReturnType<IssuerLists['listUpdates']>): void
  setRevocation(revocation: Awaited<ReturnType<Sealer['readRevocation']>>): void
}

export function createPartsMetrics(registry: Registry): PartsMetrics {
  const registers = [registry]
  const storage = new Histogram({
    name: 'storage_operation_duration_seconds',
    help: 'Duration of storage operations, including encryption, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const mails = new Counter({
    name: 'mail_handovers_total',
    help: 'Number of attempts to hand a mail over to the mail server, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Number of database connections for requests, by state',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'database_pool_waiting',
    help: 'Number of statements and transactions that currently wait for a connection',
    registers,
  })
  const waits = new Counter({
    name: 'database_pool_waits_total',
    help: 'Number of statements and transactions that had to wait for a connection',
    registers,
  })
  const sealed = new Counter({
    name: 'seals_total',
    help: 'Number of sealed documents, by the state of their timestamp and by whether they contain revocation statements',
    labelNames: ['timestamp', 'validation'],
    registers,
  })
  const ahead = new Gauge({
    name: 'clock_ahead_seconds',
    help: "Difference between the clock of this process and the database's; negative if this one is behind",
    registers,
  })
  const ends = new Gauge({
    name: 'seal_certificate_end_timestamp_seconds',
    help: 'Expiry of the seal certificate, from which on nothing is sealed',
    registers,
  })
  const readerEnds = new Gauge({
    name: 'wallet_certificate_end_timestamp_seconds',
    help: 'Expiry of the certificate for signed requests to wallets, by kind of credential',
    labelNames: ['credential'],
    registers,
  })
  const listUpdates = new Gauge({
    name: 'wallet_list_next_update_timestamp_seconds',
    help: 'When the list of issuers has to be replaced, by kind of credential; 0 if none was fetched',
    labelNames: ['credential'],
    registers,
  })
  const revocation = new Gauge({
    name: 'certificate_revoked',
    help: 'Whether the certificate of the seal or of the time authority is revoked or suspended: 1 if so, otherwise 0',
    labelNames: ['of'],
    registers,
  })
  return {
    observeStorage: ({ operation, outcome, seconds }) => storage.observe({ operation, outcome }, seconds),
    countMail: (outcome) => mails.inc({ outcome }),
    countSeal: ({ timestamp, validation }) => sealed.inc({ timestamp: timestamp.state, validation }),
    setCertificateEnds: (at) => ends.set(at.getTime() / 1000),
    setReaderKeys(keys) {
      for (const [credential, { endsAt }] of keys) readerEnds.set({ credential }, endsAt.getTime() / 1000)
    },
    setIssuerLists(updates) {
      for (const { credentialType: credential, nextUpdate } of updates)
        listUpdates.set({ credential }, (nextUpdate?.getTime() ?? 0) / 1000)
    },
    setRevocation({ seal, timeAuthority }) {
      revocation.set({ of: 'seal' }, seal ? 1 : 0)
      revocation.set({ of: 'time_authority' }, timeAuthority ? 1 : 0)
    },
    setClockAhead: ({ aheadMs }) => ahead.set(aheadMs / 1000),
    setPool(use) {
      connections.set({ state: 'idle' }, use.idle)
      connections.set({ state: 'busy' }, use.connections - use.idle)
      waiting.set(use.waiting)
      waits.reset()
      waits.inc(use.waits)
    },
  }
}

/** The same parts, with metrics for storage, mails and seals. */
export function observeParts<Parts extends Pick<Platform, 'storage' | 'mailer' | 'sealer'>>(
  parts: Parts,
  metrics: Pick<PartsMetrics, 'observeStorage' | 'countMail' | 'countSeal'>,
): Parts {
  return {
    ...parts,
    storage: wrapStorage(parts.storage, metrics),
    mailer: wrapMailer(parts.mailer, metrics),
    sealer: wrapSealer(parts.sealer, metrics),
  }
}

function wrapStorage(storage: Storage, { observeStorage }: Pick<PartsMetrics, 'observeStorage'>): Storage {
  async function observe<T>(operation: StorageCall['operation'], work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    let outcome: StorageCall['outcome'] = 'ok'
    try {
      return await work()
    } catch (error) {
      outcome = error instanceof FileUnreadable ? 'unreadable' : 'error'
      throw error
    } finally {
      observeStorage({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
    }
  }
  return {
    put: (address, bytes) => observe('put', () => storage.put(address, bytes)),
    get: (address) => observe('get', () => storage.get(address)),
    remove: (address) => observe('remove', () => storage.remove(address)),
    check: () => observe('check', () => storage.check()),
  }
}

function wrapMailer(mailer: Mailer, { countMail }: Pick<PartsMetrics, 'countMail'>): Mailer {
  return {
    ...mailer,
    async send(mail, options) {
      try {
        const outcome = await mailer.send(mail, options)
        countMail(outcome === 'no_such_mailbox' ? 'address_refused' : outcome)
        return outcome
      } catch (error) {
        countMail('error')
        throw error
      }
    },
  }
}

function wrapSealer(sealer: Sealer, { countSeal }: Pick<PartsMetrics, 'countSeal'>): Sealer {
  return {
    ...sealer,
    async seal(draft) {
      const sealed = await sealer.seal(draft)
      countSeal(sealed)
      return sealed
    },
  }
}
