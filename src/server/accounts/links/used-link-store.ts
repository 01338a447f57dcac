import type { MailedLinkKind } from '../../../contract/mailed-link.ts'
import { type Queryable, sql } from '../../platform/database/index.ts'
import { standingConfirmation } from '../users/user-store.ts'

/** Remembers a link that was just used, in place of the user's earlier one of that kind. */
export async function putUsedLink(
  q: Queryable,
  used: { userId: string; kind: MailedLinkKind; email: string; tokenSha256: string; now: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO used_links (user_id, kind, email, token_sha256, used_at)
    VALUES (${used.userId}, ${used.kind}, ${used.email}, ${used.tokenSha256}, ${used.now})
    ON CONFLICT (user_id, kind) DO UPDATE SET email = EXCLUDED.email, token_sha256 = EXCLUDED.token_sha256, used_at = EXCLUDED.used_at`)
}

/** What a link was that cannot be used again, and the address that it was mailed to, if its account still has that one; null when it is not remembered. */
export function findUsedLink(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly MailedLinkKind[],
): Promise<{ kind: MailedLinkKind; email: string; confirmed: boolean } | null> {
  return q.row(sql`
    SELECT used_links.kind, users.email, ${standingConfirmation} IS NOT NULL AS confirmed
    FROM used_links JOIN users ON users.id = used_links.user_id
    WHERE used_links.token_sha256 = ${tokenSha256} AND used_links.kind = ANY(${kinds}) AND users.email = used_links.email`)
}
