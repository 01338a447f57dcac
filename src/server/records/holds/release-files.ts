import { findHoldEnd } from '../../../domain/record/legal-hold.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { destroyWithheldFiles } from '../../verifications/index.ts'
import { listHolds } from './store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/** Whether a hold is in force that keeps the files of a record, which the caller has locked. */
export async function isHeld(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  return findHoldEnd(await listHolds(tx, id), clock.now()) !== null
}

/** After a hold of a locked record has ended: destroys what was there for it alone, unless another one keeps it. */
export async function releaseFiles(platform: Parts, tx: Transaction, id: string): Promise<void> {
  if (!(await isHeld(platform, tx, id))) await destroyWithheldFiles(platform, tx, id)
}
