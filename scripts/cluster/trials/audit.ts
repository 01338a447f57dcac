import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listNamedFiles } from '../../../src/server/named-files.ts'
import { sql } from '../../../src/server/platform/database/index.ts'
import { readMailId } from '../../../src/server/platform/mail/outbox-mailer.ts'
import { toKey } from '../../../src/server/platform/storage/index.ts'
import { openS3Place } from '../../../src/server/platform/storage/s3-place.ts'
import { node } from '../../lib/install.mjs'
import { inProject } from '../../lib/project.mjs'
import { buildEnvironment } from '../assent.ts'
import { type Cluster, makeStoreOptions, nodes } from '../layout.ts'
import { waitUntil } from '../until.ts'
import type { Figures } from './figures.ts'
import type { PeopleAt } from './people-at.ts'
import type { Ready } from './submissions.ts'

/** Compares what is there with what was acknowledged: submissions, one record and no second mail for each, files and rows, the evidence. */
export async function auditCluster(
  cluster: Cluster,
  people: PeopleAt,
  figures: Figures,
  all: Ready[],
): Promise<void> {
  const verified = await listVerifiedIds(people)
  const lost = all.filter(
    ({ isAcknowledged, thirdParty }) => isAcknowledged && !verified.has(thirdParty.verificationId),
  )
  figures.expect(lost.length === 0, `${lost.length} acknowledged submissions are lost`)
  figures.note(
    'acknowledged submissions, of them lost',
    `${all.filter(({ isAcknowledged }) => isAcknowledged).length}, ${lost.length}`,
  )
  await auditRecords(people, figures, verified)
  await auditMails(cluster, people, figures)
  await auditFiles(cluster, people, figures)
  for (const script of ['verify-audit.ts', 'check-restore.ts']) await runCheck(cluster, figures, script)
}

async function listVerifiedIds({ database }: PeopleAt): Promise<Set<string>> {
  const rows = await database.rows<{ id: string }>(
    sql`SELECT id FROM verifications WHERE status = 'verified'`,
  )
  return new Set(rows.map(({ id }) => id))
}

async function auditRecords({ database }: PeopleAt, figures: Figures, verified: Set<string>): Promise<void> {
  const sealed = () =>
    database.rows<{ id: string; count: number }>(sql`
      SELECT verification_id AS id, count(*) AS count FROM sealed_documents WHERE document = 'record' GROUP BY 1`)
  await waitUntil('every record is sealed', async () => (await sealed()).length >= verified.size).catch(
    () => {},
  )
  const rows = await sealed()
  const second = rows.filter(({ count }) => count > 1).length
  figures.expect(rows.length === verified.size, `${verified.size - rows.length} records are not sealed`)
  figures.expect(second === 0, `${second} verifications have a second record`)
  figures.note('records sealed, second ones', `${rows.length}, ${second}`)
}

/**
 * Everybody has a mailbox of their own and is written to once about each thing. A mail has one id for ever, and a file of that id for each time
 * that it was handed over: once more where a cut hid the outcome.
 */
async function auditMails({ folder }: Cluster, { database }: PeopleAt, figures: Figures): Promise<void> {
  const waiting = () =>
    database.rows<{ id: string }>(sql`
      SELECT id FROM mails WHERE verification_id IS NOT NULL AND outcome IS NULL`)
  await waitUntil('every mail has ended', async () => (await waiting()).length === 0).catch(() => {})
  const late = (await waiting()).length
  figures.expect(late === 0, `${late} mails wait`)
  const mails = (await Promise.all(nodes.map((name) => readOutbox(join(folder, `assent-${name}`))))).flat()
  const ids = new Map<string, Set<string>>()
  for (const { about, id } of mails) ids.set(about, (ids.get(about) ?? new Set()).add(id))
  const ended = await database.rows<{ id: string }>(sql`
    SELECT id FROM mails WHERE verification_id IS NOT NULL AND outcome = 'accepted'`)
  const handedOver = new Set(mails.map(({ id }) => id))
  const missing = ended.filter(({ id }) => !handedOver.has(id)).length
  figures.expect(missing === 0, `${missing} mails are called accepted and are in no outbox`)
  const second = [...ids].filter(([, each]) => each.size > 1).map(([about]) => about)
  figures.expect(
    second.length === 0,
    `people have a second mail about one thing: ${second.slice(0, 5).join('; ')}`,
  )
  figures.note('mails handed over, second ones', `${handedOver.size}, ${second.length}`)
  figures.note('mails handed over once more under their id', String(mails.length - handedOver.size))
}

/** What a process wrote to its outbox: the mail's id, and to whom it went about what. */
async function readOutbox(place: string): Promise<{ id: string; about: string }[]> {
  const outbox = join(place, 'data', 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(outbox, file), 'utf8')
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
      return { id: readMailId(file), about: `${header('To')} ${header('Subject')}` }
    }),
  )
}

/** Every object has a row that names it. Those that a killed process or a failed upload left are the sweep's, which has them named until they are gone. */
async function auditFiles(cluster: Cluster, { database }: PeopleAt, figures: Figures): Promise<void> {
  const keys = new Set<string>()
  for await (const { key } of openS3Place(makeStoreOptions(cluster)).list()) keys.add(key)
  const named = new Set<string>(['installation/mark'])
  for await (const { address } of listNamedFiles(database)) named.add(toKey(address))
  const orphans = [...keys].filter((key) => !named.has(key)).length
  figures.expect(orphans === 0, `${orphans} files have no row`)
  figures.note('files in the store, of them without a row', `${keys.size}, ${orphans}`)
}

/** Runs one of the operator's checks as its variables say. */
async function runCheck(cluster: Cluster, figures: Figures, script: string): Promise<void> {
  const { status, stdout, stderr } = spawnSync(node, [inProject('scripts', script)], {
    env: { PATH: '/usr/bin:/bin', ...(await buildEnvironment(cluster, 'a')) },
    encoding: 'utf8',
  })
  figures.expect(status === 0, `${script} ended with ${status}: ${stderr.slice(0, 500)}`)
  figures.note(script.replace('.ts', ''), stdout.trim().split('\n')[0] ?? '')
}
