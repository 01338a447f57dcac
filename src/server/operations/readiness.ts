import type { DatabaseServer } from '../platform/database/index.ts'
import { type DiskLevel, isDiskFull, judgeDiskLevel } from '../platform/disk/index.ts'
import type { Platform } from '../platform/platform.ts'
import { rememberFor } from '../platform/remember-for.ts'
import { shareAnswer } from '../platform/share-answer.ts'
import { answerInTime } from './in-time.ts'

/** For so long the store, the disks and what is wrong with certificates need not be asked again. */
const rememberedMs = 1000

type Answer = 'ok' | 'failing'

export type Readiness = {
  ready: boolean
  parts: {
    database: Answer
    postgresql?: DatabaseServer
    storage: Answer
    installation: Answer | 'unknown'
    disk: DiskLevel
    reason?: string
    /** What should be seen to, while everything goes on or all but sealing does. */
    warning?: string
  }
}

/**
 * Asks the parts that nothing works without, whether they belong together, and whether this process has come up and stays; `reason` says in one
 * sentence why not.
 * A disk that is nearly full is told, and everything but uploads goes on; one with less than 16 MiB is a reason not to be ready. Told, too, is a certificate that ends, has ended or was taken back, and a mail server that takes nothing. Anybody
 * may ask as often as they like: all who ask while an answer is on its way get the same one, so that the database is asked once at a time.
 */
export function createReadiness(
  platform: Platform,
  { hasStarted, server }: { hasStarted: () => boolean; server?: DatabaseServer },
): () => Promise<Readiness> {
  const { clock } = platform
  const checkStorage = rememberFor(clock, rememberedMs, () => platform.storage.check().then(() => true))
  const askRoom = rememberFor(clock, rememberedMs, () => platform.disk.measureRoom())
  const askWarning = rememberFor(clock, rememberedMs, () => platform.sealer.findWarning())
  return shareAnswer(async () => {
    const { database, installation, leaving } = platform
    const [databaseAnswers, storageAnswers, fault, ofCertificates, room] = await Promise.all([
      answerInTime(database.ping().then(() => true)),
      answerInTime(checkStorage()),
      answerInTime(installation.findFault()),
      answerInTime(askWarning()),
      askRoom(),
    ])
    const warning = [ofCertificates, platform.mailer.findWarning?.()].filter(Boolean).join(' ')
    const passing = sayPassing(leaving.announced.aborted, hasStarted())
    const full = isDiskFull(room) ? 'The disk that the data lies on is full.' : null
    const reason = fault ?? full ?? passing
    const say = (isGood: boolean): Answer => (isGood ? 'ok' : 'failing')
    return {
      ready:
        reason === null && databaseAnswers !== undefined && storageAnswers !== undefined && fault === null,
      parts: {
        database: say(databaseAnswers !== undefined),
        ...(server ? { postgresql: server } : {}),
        storage: say(storageAnswers !== undefined),
        // Without database or store nobody can say.
        installation: fault === undefined ? 'unknown' : say(fault === null),
        disk: judgeDiskLevel(room),
        ...(reason ? { reason } : {}),
        ...(warning ? { warning } : {}),
      },
    }
  })
}

/** Why a process that is well serves nobody for a while; null when it serves. */
function sayPassing(leaves: boolean, hasStarted: boolean): string | null {
  if (leaves) return 'This process is about to stop.'
  return hasStarted ? null : 'This process is starting.'
}
