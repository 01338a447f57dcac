import type { Mailer } from '../platform/mail/index.ts'
import type { Sealer } from '../platform/pdf/index.ts'
import type { Platform } from '../platform/platform.ts'
import { FileUnreadable, type Storage } from '../platform/storage/index.ts'
import type { PartsMetrics, StorageCall } from './parts-metrics.ts'

/** The same parts, whose storage, mails and seals are counted. */
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
