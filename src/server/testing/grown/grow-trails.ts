import { type AuditActor, type AuditEvent, firstPreviousHash } from '../../../domain/audit-event.ts'
import { join, sql, type Transaction } from '../../platform/database/index.ts'
import { selectSealed } from './select-sealed.ts'

type Step = [event: AuditEvent, actor: AuditActor]

const asked: Step[] = [
  ['created', 'creator'],
  ['invited', 'system'],
  ['mail_accepted', 'system'],
  ['opened', 'visitor'],
  ['gate_passed', 'third_party'],
]
const completed: Step[] = [
  ...asked,
  ['uploaded', 'third_party'],
  ['verified', 'third_party'],
  ['sealed', 'system'],
  ['viewed', 'creator'],
  ['downloaded', 'third_party'],
]

/** What happens on the way to each state, in this order. */
const stories: Record<string, Step[]> = {
  pending: asked,
  expired: [...asked.slice(0, 4), ['expired', 'system'], ['files_destroyed', 'system']],
  cancelled: [...asked.slice(0, 4), ['cancelled', 'creator'], ['files_destroyed', 'system']],
  rejected: [...asked, ['declined', 'third_party'], ['files_destroyed', 'system']],
  verified: completed,
  withdrawn: [...completed, ['withdrawn', 'creator'], ['files_destroyed', 'system'], ['sealed', 'system']],
}

/** Adds the trail of each planned verification, every row hashed over the one before (src/domain/audit-event.ts). */
export async function growTrails(tx: Transaction): Promise<void> {
  const steps = Object.entries(stories).flatMap(([status, story]) =>
    story.map(([event, actor], index) => sql`(${status}, ${index + 1}::integer, ${event}, ${actor})`),
  )
  const detail = sql`CASE WHEN s.event <> 'sealed' THEN '{}'
    ELSE '{"document":"' || CASE WHEN t.step < 10 THEN 'record' ELSE 'withdrawal' END || '","pdfSha256":"'
      || ${selectSealed(sql`t.n`, sql`t.step >= 10`).pdfSha256} || '","revision":1,"timestamp":"none"}' END`
  // The canonical JSON of an entry, whose members are sorted by their names.
  const text = sql`'{"actor":"' || s.actor || '","at":"' || to_char(t.next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","detail":' || d.detail || ',"event":"' || s.event || '","previousHash":"' || t.hash || '","sequence":' || t.step + 1
    || ',"verificationId":"' || t.id || '"}'`
  await tx.run(sql`
    WITH RECURSIVE story (status, step, event, actor) AS (VALUES ${join(steps)}),
    t (n, id, status, step, event, actor, at, next_at, ended_at, detail, previous_hash, hash) AS (
      SELECT n, id, status, 0, '', '', at, at, ended_at, '', '', ${firstPreviousHash} FROM planned
      UNION ALL
      SELECT t.n, t.id, t.status, s.step, s.event, s.actor, t.next_at,
        CASE WHEN s.step < 4 THEN t.next_at + interval '1 minute' ELSE greatest(t.next_at, t.ended_at) END,
        t.ended_at, d.detail, t.hash, encode(sha256(convert_to(${text}, 'utf8')), 'hex')
      FROM t JOIN story s ON s.status = t.status AND s.step = t.step + 1, LATERAL (SELECT ${detail} AS detail) d
    )
    INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
    SELECT id, step, event, actor, at, detail::jsonb, previous_hash, hash FROM t WHERE step > 0 ORDER BY n, step`)
}
