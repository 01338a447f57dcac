import { z } from 'zod'
import {
  type AccountFile,
  accountFileSchema,
  type PersonalDocument,
  personalDataSchema,
  type VerificationFile,
  verificationFileSchema,
} from '../../../contract/personal-data.ts'
import { extensionOf } from '../../../domain/document.ts'
import type { Party } from '../../../domain/record/record.ts'
import { isRecord } from '../../../domain/verification/verification.ts'
import { findAddress, gatherAccountData } from '../../accounts/index.ts'
import { readTrail } from '../../audit/index.ts'
import {
  type DocumentOwner,
  gatherKeptProofs,
  gatherReadings,
  listFiles,
  type OwnFile,
} from '../../documents/index.ts'
import { gatherFeedback } from '../../feedback.ts'
import { gatherRequests } from '../../idempotency.ts'
import { gatherChecks } from '../../identity-checks/index.ts'
import { gatherPlan } from '../../plans/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { listMailsAbout, listMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileAddress } from '../../platform/storage/index.ts'
import type { ZipEntry } from '../../platform/zip/index.ts'
import { gatherHolds, listSealedFiles } from '../../records/index.ts'
import {
  findVerification,
  gatherDrafts,
  gatherVerification,
  listNamingAccount,
  listVerificationIds,
} from '../../verifications/index.ts'
import { gatherWallet } from '../../wallets/index.ts'
import { judgeTimes } from '../mailbox/show-held-data.ts'
import { listExports } from './store.ts'

type Parts = Pick<Platform, 'clock' | 'encryption' | 'database' | 'signing' | 'storage'>

/** The verifications of an account: those it created, and those to its address, if that was proven. */
export async function listOwnParts(
  { database }: Parts,
  userId: string,
): Promise<{ id: string; role: Party }[]> {
  const made = await listVerificationIds(database, userId)
  const own = await findAddress(database, userId)
  const received = own?.emailVerifiedAt ? await listNamingAccount(database, own) : []
  return [
    ...made.map((id) => ({ id, role: 'creator' as const })),
    ...received.map((id) => ({ id, role: 'third_party' as const })),
  ]
}

/**
 * The files of an export, one after the other: first the data in tables, then each verification with its pictures and
 * sealed files, then uploads that no verification uses. Holds one file in memory at a time.
 *
 * @param onDone called before each verification with the number of finished ones
 */
export async function* listExportEntries(
  platform: Parts,
  userId: string,
  parts: readonly { id: string; role: Party }[],
  onDone: (done: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const at = platform.clock.now()
  const makeTextEntry = (name: string, bytes: Uint8Array): ZipEntry => ({ name, bytes, at, compress: true })
  const account = await gatherAccount(platform, userId)
  if (!account) return
  yield makeTextEntry('schema.json', Buffer.from(JSON.stringify(publishedSchema, null, 2)))
  yield makeTextEntry('account.json', account)
  const given = new Set<string>()
  for (const [index, { id, role }] of parts.entries()) {
    await onDone(index)
    const gathered = await gatherFolder(platform, id, role)
    if (!gathered) continue
    yield makeTextEntry(`${gathered.folder}/verification.json`, gathered.json)
    for (const upload of gathered.uploads) given.add(upload.id)
    yield* listFilesOfVerification(platform, gathered, at)
  }
  const unused = (await listFiles(platform.database, { userId })).filter(({ id }) => !given.has(id))
  for (const upload of unused)
    yield* readStoredFile(platform, upload, nameFileOfUpload(upload, 'uploads'), at)
  await onDone(parts.length)
}

async function* listFilesOfVerification(
  platform: Parts,
  { folder, uploads, sealed }: VerificationFolder,
  at: Date,
): AsyncGenerator<ZipEntry> {
  for (const upload of uploads) yield* readStoredFile(platform, upload, nameFileOfUpload(upload, folder), at)
  for (const { name, address } of sealed) yield* readStoredFile(platform, address, `${folder}/${name}`, at)
}

/** Yields nothing for a file that was destroyed in the meantime. */
async function* readStoredFile(
  { storage }: Parts,
  { bucket, path }: OwnFile | FileAddress,
  name: string | null,
  at: Date,
): AsyncGenerator<ZipEntry> {
  const bytes = name && (await storage.get({ bucket, path }))
  if (name && bytes) yield { name, bytes, at, compress: false }
}

/**
 * `account.json`: the data about a person in every table, except their verifications. Null once the account is erased.
 */
async function gatherAccount(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption'>,
  userId: string,
): Promise<Uint8Array | null> {
  const { clock, database } = platform
  const own = await gatherAccountData(database, userId)
  if (!own) return null
  const owner = { userId }
  const file: AccountFile = {
    format: 'personal-data/1',
    kind: 'account',
    madeAt: clock.now(),
    ...own,
    plan: await gatherPlan(database, userId),
    feedback: await gatherFeedback(database, userId),
    notificationChoices: [],
    requests: await gatherRequests(database, userId),
    mails: await listMailsFor(database, userId),
    uploads: (await listFiles(database, owner)).map((upload) => describeUpload(upload, 'uploads')),
    drafts: await gatherDrafts(platform, userId),
    readings: await gatherReadings(database, owner),
    keptProofs: await gatherKeptProofs(database, userId),
    checks: await gatherChecks(database, owner),
    wallet: await gatherWallet(database, owner),
    copies: (await listExports(database, userId)).map(({ requestedAt, state, endedAt }) => ({
      requestedAt,
      state,
      endedAt,
    })),
  }
  return writeJsonFile(accountFileSchema, file)
}

/** A verification as one of its two people may see it: its JSON file, and the files beside it. */
type VerificationFolder = {
  folder: string
  json: Uint8Array
  uploads: OwnFile[]
  sealed: Awaited<ReturnType<typeof listSealedFiles>>
}

/** Gathers a verification's data about one person: the other person's photos, IDs and readings are left out. */
async function gatherFolder(
  platform: Pick<Platform, 'database' | 'signing'>,
  id: string,
  role: Party,
): Promise<VerificationFolder | null> {
  const { database } = platform
  const row = await findVerification(database, id)
  if (!row) return null
  const folder = `verifications/${id}`
  const owner = role === 'creator' ? { userId: row.userId } : { verificationId: id }
  const isOfThis = ({ id }: { id: string }) =>
    role === 'third_party' || id === row.selfieDocumentId || id === row.idDocumentId
  const isTheirs = role === 'third_party' ? await judgeTimes(database, id) : () => true
  const uploads = (await listFiles(database, owner))
    .filter(isOfThis)
    .filter((one) => isTheirs(one.uploadedAt))
  const sealed = isRecord(row.status) ? await listSealedFiles(database, id) : []
  const none = { proofs: [], requests: [] }
  const file: VerificationFile = {
    format: 'personal-data/1',
    kind: 'verification',
    id,
    role,
    ...(await gatherVerification(platform, row, role)),
    documents: uploads.map((upload) => describeUpload(upload, folder)),
    // A creator's readings are in the account file: they were made before the verification existed.
    readings:
      role === 'creator'
        ? []
        : (await gatherReadings(database, owner)).filter((one) => isTheirs(one.requestedAt)),
    checks:
      role === 'creator'
        ? []
        : (await gatherChecks(database, owner)).filter((one) => isTheirs(one.startedAt)),
    wallet: role === 'creator' ? none : await gatherTheirWallet(database, owner, isTheirs),
    mails:
      role === 'creator' ? [] : (await listMailsAbout(database, id)).filter((one) => isTheirs(one.queuedAt)),
    trail: await readTrail(database, id, role),
    holds: await gatherHolds(database, id),
    files: sealed.map(({ name }) => name),
  }
  return { folder, json: writeJsonFile(verificationFileSchema, file), uploads, sealed }
}

async function gatherTheirWallet(q: Queryable, owner: DocumentOwner, isTheirs: (at: Date) => boolean) {
  const { proofs, requests } = await gatherWallet(q, owner)
  return {
    proofs: proofs.filter(({ provenAt }) => isTheirs(provenAt)),
    requests: requests.filter(({ askedAt }) => isTheirs(askedAt)),
  }
}

/** An upload as an export lists it, with its path there if the file exists. */
function describeUpload(upload: OwnFile, folder: string): PersonalDocument {
  const { category, uploadedAt, usedAt, destroyedAt, sha256 } = upload
  return { category, uploadedAt, usedAt, destroyedAt, sha256, file: nameFileOfUpload(upload, folder) }
}

/** Null if no file is stored. */
function nameFileOfUpload(upload: OwnFile, folder: string): string | null {
  const { id, category, storedAt, destroyedAt, contentType } = upload
  if (!storedAt || destroyedAt) return null
  return `${folder}/${category}-${id}.${extensionOf[contentType]}`
}

/**
 * Writes a JSON file and checks it against its published schema, which has instants as strings. Throws if it doesn't
 * match, which is a bug.
 */
function writeJsonFile(schema: z.ZodType, content: object): Uint8Array {
  const text = JSON.stringify(content, null, 2)
  schema.parse(JSON.parse(text))
  return Buffer.from(text)
}

/** The JSON Schema of the JSON files of an export. */
export const publishedSchema = z.toJSONSchema(personalDataSchema, { io: 'output' })
