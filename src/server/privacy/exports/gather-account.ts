import { type AccountFile, accountFileSchema } from '../../../contract/personal-data.ts'
import { accountData } from '../../accounts/index.ts'
import { readingsOf } from '../../document-readings/index.ts'
import { filesOf } from '../../documents/index.ts'
import { draftsOf } from '../../drafts/index.ts'
import { feedbackOf } from '../../feedback/index.ts'
import { requestsOf } from '../../idempotency/index.ts'
import { checksOf } from '../../identity-checks/index.ts'
import { planOf } from '../../plans/index.ts'
import { mailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { walletOf } from '../../wallets/index.ts'
import { jsonFile } from './json-file.ts'
import { nameOfUpload } from './own-uploads.ts'
import { exportsOf } from './store.ts'

/** `account.json`: what every table holds about somebody, their verifications apart. Null once the account is erased. */
export async function gatherAccount(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption'>,
  userId: string,
): Promise<Uint8Array | null> {
  const { clock, database } = platform
  const own = await accountData(database, userId)
  if (!own) return null
  const owner = { userId }
  const file: AccountFile = {
    format: 'personal-data/1',
    kind: 'account',
    madeAt: clock.now(),
    ...own,
    plan: await planOf(database, userId),
    feedback: await feedbackOf(database, userId),
    notificationChoices: [],
    requests: await requestsOf(database, userId),
    mails: await mailsFor(database, userId),
    uploads: (await filesOf(database, owner)).map((upload) => nameOfUpload(upload, 'uploads')),
    drafts: await draftsOf(platform, userId),
    readings: await readingsOf(database, owner),
    checks: await checksOf(database, owner),
    wallet: await walletOf(database, owner),
    copies: (await exportsOf(database, userId)).map(({ requestedAt, state, endedAt }) => ({
      requestedAt,
      state,
      endedAt,
    })),
  }
  return jsonFile(accountFileSchema, file)
}
