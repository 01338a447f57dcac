import type { Queryable } from '../../platform/database/index.ts'
import { findStampedInstant } from '../../platform/pdf/index.ts'
import { formatCheckpoint, isCosigned } from '../transparency/checkpoint.ts'
import { getPlaceBehind, listVouchersAfter, type VoucherRow } from './store.ts'

/** The largest size of the log that a witness cosigned, and the largest that the authority stamped; 0 for none. */
export type Vouched = { cosigned: number; stamped: number }

const page = 500
/** How far the authority's clock may be from ours. */
const toleranceMs = 10 * 60_000

/**
 * Compares what witnesses and the time authority said of the log, as it is kept here, with the log that is stored now: they signed its roots, so a log
 * that was made anew has others. Only of its states from the size `behind` on.
 */
export async function readVouchers(q: Queryable, behind = 0): Promise<Vouched | { fault: string }> {
  const vouched: Vouched = { cosigned: 0, stamped: 0 }
  for (let place = getPlaceBehind(behind); ; ) {
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
