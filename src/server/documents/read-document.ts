import type { CalendarDate } from '../../domain/calendar-date.ts'
import {
  type Claims,
  identifyDocument,
  judge,
  readContent,
  readerUnavailable,
  type Verdict,
} from '../../domain/identity-document/verdict.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, listSharedTraces, lockVerification } from '../verifications/index.ts'
import { destroyUnusedOf } from './destroy-documents.ts'
import { endKeptProof, endKeptProofOfAnother } from './kept-proofs.ts'
import { dropReading, endReading, nameOwner, type ReadingRow, startReading } from './reading-store.ts'
import { readDocumentType, readerEnded } from './readings.ts'
import { type DocumentRow, listDocumentsById } from './store.ts'

type Parts = Pick<
  Platform,
  'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits' | 'signing' | 'storage'
>

/** Counts pictures that ended the reader: once may have had another cause. */
const endedReader = { name: 'ended-reader', points: 1, seconds: 24 * 60 * 60 }

/**
 * Reads one ID. The verdict and its consequences are written in one transaction; the text that was read isn't kept
 * after the job. If the process is killed, the reading stays unfinished, and the next job does it without counting
 * another try.
 */
export const readDocumentJob = defineJob(
  readDocumentType.name,
  readDocumentType.schema,
  async (platform: Parts, { readingId }) => {
    const { clock, database, documentReader } = platform
    const started = await startReading(database, readingId, clock.now())
    if (!started) return
    const { reading, claims } = started
    const [document] = await listDocumentsById(database, [reading.documentId])
    const judged = await judgeDocument(platform, document, claims, reading.day)
    if (!judged) return dropReading(database, readingId)
    const { verdict, mark, birthDate } = judged
    const { userId, verificationId } = reading
    if (verdict.outcome === 'reader_unavailable' && documentReader)
      await platform.rateLimits.consume(readerEnded, nameOwner(reading))
    await database.transaction(async (tx) => {
      // Locked before the reading, in the lock order of removing a document.
      if (verificationId) await lockVerification(tx, verificationId)
      const shared = verificationId
        ? await listSharedTraces(platform, tx, verificationId, { document: mark })
        : []
      const ended = {
        readerVersion: documentReader?.version ?? 'off',
        at: clock.now(),
        documentMark: userId ? mark : null,
        sameDocument: shared.includes('same_document'),
      }
      if (!(await endReading(tx, readingId, verdict, ended))) return
      if (verdict.outcome === 'under_age') return endForMinor(platform, tx, reading)
      const owner = verificationId ? { verificationId } : userId ? { userId } : null
      if (owner && birthDate) await endKeptProofOfAnother(tx, owner, birthDate)
    })
  },
)

/**
 * Null if the document no longer exists. `mark`: the identity of the document, as a keyed hash. `birthDate`: as read;
 * null where no document was read.
 */
async function judgeDocument(
  { documentReader, rateLimits, signing, storage }: Parts,
  document: DocumentRow | undefined,
  claims: Claims,
  day: CalendarDate,
): Promise<{ verdict: Verdict; mark: string | null; birthDate: CalendarDate | null } | null> {
  if (!document || document.destroyedAt) return null
  const picture = await storage.get(document)
  if (!picture) return null
  const none = { verdict: readerUnavailable, mark: null, birthDate: null }
  if (!documentReader) return none
  const sighting = await documentReader.scan(picture, day)
  if (!sighting) {
    // The first time the machine may have been too busy; a page of text would end the reader again and again.
    const { allowed } = await rateLimits.consume(endedReader, document.id)
    return allowed ? none : { ...none, verdict: judge('not_a_document', claims, day) }
  }
  try {
    const content = readContent(sighting, day)
    const verdict = judge(content, claims, day)
    const seen = verdict.outcome === 'under_age' ? null : identifyDocument(content)
    const birthDate = typeof content === 'string' ? null : content.dateOfBirth
    return { verdict, mark: seen && signing.computeMark('document', seen), birthDate }
  } catch {
    // The error may quote the text that was read.
    return none
  }
}

/**
 * Ends the request of a third party under 18, or destroys a creator's files, so that no verification is created with
 * them. Ends the account's kept proof in both cases (ONCE-6).
 */
async function endForMinor(
  platform: Parts,
  tx: Transaction,
  { userId, verificationId }: ReadingRow,
): Promise<void> {
  if (verificationId) {
    await endKeptProof(tx, { verificationId })
    await endVerification(platform, tx, verificationId, endUnderAge())
  }
  if (userId) {
    await destroyUnusedOf(platform, tx, { userId })
    await endKeptProof(tx, { userId })
  }
}
