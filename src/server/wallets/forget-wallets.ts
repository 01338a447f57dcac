import { unspentProofLifeMs } from '../../domain/wallet/wallet-session.ts'
import { type Transaction, workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteProofOf, deleteProofsOfEnded, deleteUnspentBefore } from './proof-store.ts'
import { deleteSessionsEndedBefore, deleteSessionsOf } from './session-store.ts'

/** How long the page may still ask how a session ended. */
const askableMs = 10 * 60 * 1000

/** Deletes sessions that are over, proofs that were not used for a day, and those of third parties whose request came to nothing. */
export const forgetWalletsJob = defineJob(
  'forget-wallets',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
    await workInBatches((limit) => deleteSessionsEndedBefore(database, computeAgo(askableMs), limit))
    await workInBatches((limit) => deleteUnspentBefore(database, computeAgo(unspentProofLifeMs), limit))
    await workInBatches((limit) => deleteProofsOfEnded(database, limit))
  },
)

/** Forgets what the third party of a verification proved, and asked: somebody else is to be its third party. */
export async function forgetWalletProofOf(tx: Transaction, verificationId: string): Promise<void> {
  await deleteSessionsOf(tx, verificationId)
  await deleteProofOf(tx, verificationId)
}
