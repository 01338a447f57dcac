import { type AccountFile, accountFileSchema } from '../../../contract/personal-data.ts'
import { gatherAccountData } from '../../accounts/index.ts'
import { gatherReadings } from '../../document-readings/index.ts'
import { listFiles } from '../../documents/index.ts'
import { gatherDrafts } from '../../drafts/index.ts'
import { gatherFeedback } from '../../feedback/index.ts'
import { gatherRequests } from '../../idempotency/index.ts'
import { gatherChecks } from '../../identity-checks/index.ts'
import { gatherPlan } from '../../plans/index.ts'
import { listMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { gatherWallet } from '../../wallets/index.ts'
import { writeJsonFile } from './json-file.ts'
import { describeUpload } from './own-uploads.ts'
import { listExports } from './store.ts'

/** `account.json`: what every table holds about somebody, their verifications apart. Null once the account is erased. */
export async function gatherAccount(
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
