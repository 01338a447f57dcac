import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordView } from '../../src/contract/record.ts'
import { systemClock } from '../../src/server/platform/clock.ts'
import { createOutboxMailer } from '../../src/server/platform/mail/index.ts'
import type { Installation } from './installation.ts'
import type { Entry } from './ledger.ts'

const sealedWithinMs = 60_000

/**
 * Starts an installation a last time and compares it with what was acknowledged; stops it and verifies its audit trail. Answers what does
 * not hold, in sentences.
 */
export async function audit(installation: Installation): Promise<string[]> {
  await installation.serve()
  const startedAt = Date.now()
  const faults: string[] = []
  // What an undisturbed journey brings is what every completed one has to have brought.
  const before = installation.ledger.entries.length
  await installation.ledger.walkJourney(installation.served)
  const entries = installation.ledger.entries
  for (const entry of entries.slice(0, before)) faults.push(...(await listLostWrites(installation, entry)))
  for (const entry of entries) {
    if (entry.isCompleted && !(await isSealed(installation, entry, startedAt + sealedWithinMs))) {
      faults.push(
        `a verified record (${entry.verificationId}) is not sealed ${sealedWithinMs / 1000} s after the start`,
      )
    }
  }
  faults.push(...(await listWrongMails(installation, startedAt + sealedWithinMs)))
  await installation.stop()
  const trails = spawnSync(process.execPath, [join(import.meta.dirname, '..', 'verify-audit.ts')], {
    env: { ...process.env, DATA_DIR: installation.dataDir },
    encoding: 'utf8',
  })
  if (trails.status !== 0) faults.push(`the audit trail is not sound: ${trails.stderr}`)
  const completed = entries.filter(({ isCompleted }) => isCompleted).length
  console.log(`  ${entries.length} accounts, ${completed} verified records, ${faults.length} faults`)
  return faults
}

async function listLostWrites({ served }: Installation, entry: Entry): Promise<string[]> {
  const { person, verificationId, isCompleted } = entry
  const user = await served.app.request('/auth/v1/user', person)
  if (user.status !== 200) return [`an acknowledged account is lost (${user.status})`]
  if (!verificationId) return []
  const answer = await served.app.request(`/api/verifications/${verificationId}`, person)
  if (answer.status !== 200) return [`an acknowledged verification is lost (${answer.status})`]
  const { status } = (await answer.json()) as { status: string }
  return isCompleted && status !== 'verified' ? [`an acknowledged submission is lost (${status})`] : []
}

async function isSealed({ served }: Installation, { person, verificationId }: Entry, until: number) {
  for (;;) {
    const answer = await served.app.request(`/api/records/${verificationId}`, person)
    const view = (await answer.json()) as RecordView
    if (view.record) {
      const file = await served.app.request(`/api/records/${verificationId}/files/record.pdf`, person)
      const sha256 = createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest('hex')
      return sha256 === view.record.pdfSha256
    }
    if (Date.now() > until) return false
    await wait(250)
  }
}

/** Mails lost or doubled: fewer or more than the journey that nobody disturbed brought, and files with one Message-ID. */
async function listWrongMails({ dataDir, ledger }: Installation, until: number): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const { outbox } = createOutboxMailer({
    folder,
    from: 'audit@localhost',
    supportEmail: 'support@app.example',
    clock: systemClock,
  })
  const completed = ledger.entries.filter(({ isCompleted }) => isCompleted)
  const [undisturbed] = completed.slice(-1)
  for (;;) {
    const mails = await outbox.listNewest(Number.MAX_SAFE_INTEGER)
    const countOf = ({ person, verificationId }: Entry) =>
      mails.filter(({ to, text }) => to === person.email || text.includes(`/${verificationId}`)).length
    const wanted = undisturbed ? countOf(undisturbed) : 0
    const counts = completed.map(countOf)
    const lost = counts.filter((count) => count < wanted).length
    const doubled = counts.filter((count) => count > wanted).length
    // A kill can leave half a file under another name, which is no mail.
    const ids = (await readdir(folder)).flatMap((name) => /Z-(.+)\.eml$/.exec(name)?.[1] ?? [])
    const repeated = ids.length - new Set(ids).size
    if ((lost === 0 && wanted > 1) || Date.now() > until) {
      return [
        ...(lost > 0 ? [`${lost} journeys have lost a mail`] : []),
        ...(doubled > 0 ? [`${doubled} journeys have a mail too many`] : []),
        ...(repeated > 0 ? [`${repeated} mails went twice under one id`] : []),
      ]
    }
    await wait(500)
  }
}
