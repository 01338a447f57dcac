import type { Queryable } from '../../platform/database/index.ts'
import { findSigner, findStampedInstant } from '../../platform/pdf/index.ts'
import { readTrustedCertificates, type TrustedCertificates } from '../seal-keys/seal-keys.ts'
import { formatCheckpoint, isCosigned } from '../transparency/checkpoint.ts'
import { readNodes, toPublished, writeHead } from '../transparency/log-store.ts'
import {
  computeNodesForLeaf,
  emptyRoot,
  hashLeaf,
  hashNode,
  listCoordinates,
} from '../transparency/merkle.ts'
import { findDocumentFault, type Witnesses } from './document-fault.ts'
import {
  countNodes,
  countUnsealed,
  findHeadAfter,
  findSealedButGone,
  getPlaceAfter,
  listSealedFrom,
  listVouchersAfter,
  readLogSize,
  type SealedWithHead,
  type Unsealed,
  type VoucherRow,
} from './store.ts'

/** A head of the log that was stored elsewhere. */
export type KeptHead = { size: number; rootHash: string }

/**
 * The result of the comparison: how much was checked, how much could not be checked, and the first mismatch with its
 * reason.
 */
export type SealReport = {
  documents: number
  head: KeptHead
  /** Null when only new entries were compared. */
  unsealed: Unsealed | null
  /** The part of the log that a witness vouched for, as a number of documents counted from the first. */
  vouched: Vouched
  firstBad: { verificationId: string | null; what: string; reason: string } | null
}

const pageDocuments = 50

/**
 * Limits the comparison to the log after a head that was compared before, and to trail rows from a given time on.
 * `onHead` reports the progress.
 */
export type SealPart = {
  from?: KeptHead | null
  since?: Date | null
  onHead?: (head: KeptHead) => void
}

/**
 * Compares every sealed document with its files, with the trail of its verification and with the recomputed log of
 * seals. Stops at the first mismatch. A trail that was cut or recomputed after the sealing no longer matches the
 * document.
 *
 * Holds one page of rows and one document's files in memory. Run it on one snapshot; otherwise a document that is
 * sealed during the run looks like a fault.
 */
export async function verifySeals(
  q: Queryable,
  witnesses: Witnesses,
  kept: KeptHead | null = null,
  { from = null, since = null, onHead = () => {} }: SealPart = {},
): Promise<SealReport> {
  const walk = from ? await walkAfter(q, from) : startLogWalk()
  if (!walk) return reportNotGrown(from)
  const trusted = await readTrustedCertificates(q, witnesses.certificates)
  let documents = 0
  /** The certificate whose key has sealed since the last succession. */
  let inForce: string | null = findLastSuccession(trusted, walk.size)
  let keptRoot: string | null = kept?.size === 0 ? walk.computeRoot() : null
  let vouched: Vouched = { cosigned: 0, stamped: 0 }
  const report = async (firstBad: SealReport['firstBad']): Promise<SealReport> => ({
    documents,
    head: { size: walk.size, rootHash: walk.computeRoot() },
    unsealed: since ? null : await countUnsealed(q),
    vouched,
    firstBad,
  })
  const noteRoot = () => {
    if (walk.size === kept?.size) keptRoot = walk.computeRoot()
  }
  /** Adds the key successions that come next. A fault here belongs to no document. */
  const takeSuccessions = async (): Promise<string | null> => {
    for (let next = trusted.successions.get(walk.size); next; next = trusted.successions.get(walk.size)) {
      const head = await findHeadAfter(q, walk.size)
      const fault = await findLeafFault(q, trusted, walk, { leaf: next.leaf, head })
      if (fault) return fault
      inForce = next.certificateSha256
      noteRoot()
    }
    return null
  }
  const aSuccession = { verificationId: null, what: 'the succession of a seal key' }
  for (;;) {
    const page = await listSealedFrom(q, walk.size, pageDocuments)
    for (const row of page) {
      const fault = await takeSuccessions()
      if (fault) return report({ ...aSuccession, reason: fault })
      const isLate = inForce !== null && row.certificateSha256 !== inForce
      const reason = isLate
        ? 'it was sealed with a key that another had followed'
        : row.leafIndex === walk.size
          ? ((await findLeafFault(q, trusted, walk, { leaf: row.pdfSha256, head: row.head })) ??
            (await findDocumentFault(q, { ...witnesses, certificates: trusted.certificates }, row)))
          : 'the document before it in the log is gone'
      const what = `${row.document} ${row.revision}`
      documents += 1
      if (reason) return report({ verificationId: row.verificationId, what, reason })
      noteRoot()
    }
    if (page.length > 0) onHead({ size: walk.size, rootHash: walk.computeRoot() })
    if (page.length < pageDocuments) break
  }
  const fault = await takeSuccessions()
  if (fault) return report({ ...aSuccession, reason: fault })
  const log = { verificationId: null, what: 'the log' }
  const { leaves, heads, newest } = await readLogSize(q, from?.size ?? 0)
  const added = walk.size - (from?.size ?? 0)
  if (leaves !== added || heads !== added || newest !== walk.size)
    return report({ ...log, reason: 'it has entries of which there is no sealed document' })
  const gone = await findSealedButGone(q, since)
  if (gone) {
    const { verificationId, sequence } = gone
    const reason = 'its trail says that it was sealed, and it is not there'
    return report({ verificationId, what: `the document of row ${sequence}`, reason })
  }
  const vouchers = await readVouchers(q, from?.size ?? 0)
  if ('fault' in vouchers) return report({ ...log, reason: vouchers.fault })
  vouched = vouchers
  if (kept && keptRoot !== kept.rootHash) return report({ ...log, reason: notOfKept })
  return report(null)
}

const notOfKept = 'it did not grow out of the head that you kept'

/** The stored log after a head that was compared before; null when that head differs or is gone. */
async function walkAfter(q: Queryable, { size, rootHash }: KeptHead): Promise<LogWalk | null> {
  const walk = await resumeLogWalk(q, size).catch(() => null)
  return walk?.computeRoot() === rootHash ? walk : null
}

function reportNotGrown(from: KeptHead | null): SealReport {
  return {
    documents: 0,
    head: from ?? { size: 0, rootHash: '' },
    unsealed: null,
    vouched: { cosigned: 0, stamped: 0 },
    firstBad: { verificationId: null, what: 'the log', reason: notOfKept },
  }
}

/** The certificate whose key sealed at a size of the log; null for the first certificate. */
function findLastSuccession({ successions }: TrustedCertificates, size: number): string | null {
  const before = [...successions].filter(([leafIndex]) => leafIndex < size).toSorted(([a], [b]) => a - b)
  return before.at(-1)?.[1].certificateSha256 ?? null
}

/**
 * Why the log doesn't have this leaf as its next entry, in order and signed by a key of this service. When it does,
 * adds the leaf to the walk and returns null.
 */
async function findLeafFault(
  q: Queryable,
  { certificates }: TrustedCertificates,
  walk: LogWalk,
  { leaf, head }: { leaf: string; head: SealedWithHead['head'] },
): Promise<string | null> {
  const added = walk.add(leaf)
  if (!head || head.rootHash !== walk.computeRoot() || (await countNodes(q, added)) !== added.length)
    return 'the log does not have it'
  const signer = findSigner(writeHead(toPublished(head)), head)
  return signer && certificates.has(signer)
    ? null
    : 'the head of the log that it made is not signed by a certificate of this installation'
}

type Node = { level: number; index: number; hash: string }

/**
 * The log, recomputed leaf by leaf from the hashes of the sealed PDFs. Keeps only the roots of its complete subtrees.
 */
type LogWalk = {
  readonly size: number
  /** The root of the tree so far (RFC 6962, 2.1). */
  computeRoot(): string
  /** Adds the next leaf. Returns every hash that the stored log must have gained with it. */
  add(pdfSha256: string): Node[]
}

/**
 * Continues after the first `size` leaves, from the stored roots of their complete subtrees. Compare `computeRoot()` to
 * check these roots. Throws when one is missing.
 */
export async function resumeLogWalk(q: Queryable, size: number): Promise<LogWalk> {
  const coordinates = listCoordinates({ start: 0, end: size })
  if (coordinates.length === 0) return startLogWalk()
  const lookup = await readNodes(q, coordinates)
  return startLogWalk(coordinates.map((at) => ({ ...at, hash: lookup(at) })))
}

/** @param peaks the complete subtrees of the tree so far, from left to right */
function startLogWalk(peaks: Node[] = []): LogWalk {
  let size = peaks.reduce((sum, { level }) => sum + 2 ** level, 0)
  return {
    get size() {
      return size
    },
    computeRoot() {
      const hashes = peaks.map(({ hash }) => hash)
      return hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashNode(left, right))
    },
    add(pdfSha256) {
      const added = computeNodesForLeaf(size, hashLeaf(Buffer.from(pdfSha256, 'hex')), ({ level, index }) => {
        const peak = peaks.find((known) => known.level === level && known.index === index)
        if (!peak) throw new Error('a complete subtree is missing')
        return peak.hash
      })
      // The highest new subtree replaces those that it completed.
      const top = added.at(-1)
      peaks = peaks.slice(0, peaks.length - (added.length - 1))
      if (top) peaks.push(top)
      size += 1
      return added
    },
  }
}

/**
 * The largest size of the log that a witness cosigned, and the largest that the authority stamped; 0 if there is none.
 */
type Vouched = { cosigned: number; stamped: number }

const page = 500
/** Tolerated difference between the authority's clock and this one's. */
const toleranceMs = 10 * 60_000

/**
 * Compares the stored statements of witnesses and of the time authority with the stored log. They signed its roots, and
 * a rewritten log has other roots. Looks only at states of at least `after` leaves.
 */
async function readVouchers(q: Queryable, after = 0): Promise<Vouched | { fault: string }> {
  const vouched: Vouched = { cosigned: 0, stamped: 0 }
  for (let place = getPlaceAfter(after); ; ) {
    const rows = await listVouchersAfter(q, place, page)
    for (const row of rows) {
      const fault = row.token ? await findStampFault(row, row.token) : findCosignatureFault(row)
      if (fault) return { fault }
      vouched[row.token ? 'stamped' : 'cosigned'] = row.size
      place = row.place
    }
    if (rows.length < page) return vouched
  }
}

function findCosignatureFault(row: VoucherRow): string | null {
  const { size, rootHash, verifierKey, line } = row
  return verifierKey && line && isCosigned({ size, rootHash }, { ...row, verifierKey, line })
    ? null
    : `a witness cosigned another state of ${size} documents than the one that is stored`
}

async function findStampFault(
  { origin, size, rootHash, headAt, at }: VoucherRow,
  token: Uint8Array,
): Promise<string | null> {
  const stamped = await findStampedInstant(token, Buffer.from(formatCheckpoint(origin, { size, rootHash })))
  if (stamped?.getTime() !== at.getTime())
    return `the time authority stamped another state of ${size} documents than the one that is stored`
  return headAt.getTime() > at.getTime() + toleranceMs
    ? `its state of ${size} documents was stamped before it says that it was made`
    : null
}
