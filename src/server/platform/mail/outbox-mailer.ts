import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { makeFolder, removeUnfinished, writeDurably } from '../files/index.ts'
import type { Mailer, Outbox, OutboxMail } from './mail.ts'
import { type Sender, toMessage, writeRawMessage } from './message.ts'

export type OutboxMailerOptions = Sender & {
  /** Folder for the `.eml` files; made when it is not there. */
  folder: string
  clock: Clock
}

const fileName = /^[\w.-]+\.eml$/

/**
 * Writes every mail as a file `{UTC time}-{id}.eml` (RFC 5322) instead of sending it. A file appears whole or not at all, survives a
 * power cut once `send` resolved, and only this user of the machine can read it.
 */
export function createOutboxMailer({
  folder,
  from,
  supportEmail,
  clock,
}: OutboxMailerOptions): Mailer & { outbox: Outbox } {
  async function find(name: string): Promise<OutboxMail | null> {
    if (!fileName.test(name)) return null
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing)
    if (!bytes) return null
    const { default: PostalMime } = await import('postal-mime')
    const parsed = await PostalMime.parse(bytes)
    return {
      name,
      from: parsed.from?.address ?? '',
      to: parsed.to?.map(({ address }) => address ?? '').join(', ') ?? '',
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      sentAt: parsed.date ?? '',
    }
  }

  async function listNames(): Promise<string[]> {
    const all = (await readdir(folder).catch(ignoreMissing)) ?? []
    return all.filter((name) => fileName.test(name))
  }

  const remove = (name: string) => rm(join(folder, name), { force: true })

  let isTidy = false
  async function makeOutbox(): Promise<void> {
    await makeFolder(folder, 0o700)
    if (!isTidy) await removeUnfinished(folder)
    isTidy = true
  }

  async function isWritten(id: string): Promise<boolean> {
    return (await readdir(folder)).some((name) => name.endsWith(`Z-${id}.eml`))
  }

  return {
    reachesPeople: false,
    async send(mail, options = {}) {
      const now = clock.now()
      const id = options.id ?? randomUUID()
      const bytes = await writeRawMessage(toMessage(mail, { from, supportEmail, now, id }))
      await makeOutbox()
      // A process that died right after writing it did not live to say so.
      if (options.isRepeat && (await isWritten(id))) return 'accepted'
      await writeDurably(join(folder, `${now.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`), bytes)
      return 'accepted'
    },
    outbox: {
      find,
      async listNewest(limit) {
        const newestFirst = (await listNames()).sort().reverse()
        const mails = await Promise.all(newestFirst.slice(0, limit).map(find))
        return mails.filter((mail) => mail !== null)
      },
      async removeSent(ids) {
        const gone = new Set(ids)
        for (const name of await listNames()) if (gone.has(readMailId(name))) await remove(name)
      },
      async removeTo(address) {
        // One at a time: there may be many.
        for (const name of await listNames()) {
          const mail = await find(name)
          if (mail?.to.toLowerCase() === address.toLowerCase()) await remove(name)
        }
      },
    },
  }
}

/** The id of the row of a mail, which follows the time and the mail's number in the name of its file; empty in any other name. */
export function readMailId(name: string): string {
  return /Z-\d+-(.+)\.eml$/.exec(name)?.[1] ?? ''
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
