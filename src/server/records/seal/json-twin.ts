import { toPlainJson, writeCanonicalJson } from '../../../domain/canonical-json.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import type { SealedDocument, Sealer } from '../../platform/pdf/index.ts'

/**
 * The machine-readable twin of a sealed PDF: the same facts, the PDF's hash and its timestamp, signed with the same key as a JWS whose payload
 * is the canonical JSON of everything but `signature` (docs/record-format.md).
 */
export async function writeJsonTwin(
  sealer: Pick<Sealer, 'sign'>,
  facts: RecordFacts | WithdrawalFacts,
  sealed: SealedDocument,
): Promise<Uint8Array> {
  const { timestamp } = sealed
  const pdf = {
    sha256: sealed.sha256,
    byteCount: sealed.bytes.byteLength,
    timestamp:
      timestamp.state === 'granted'
        ? {
            state: timestamp.state,
            at: timestamp.at.toISOString(),
            token: Buffer.from(timestamp.token).toString('base64'),
          }
        : { state: timestamp.state },
  }
  const payload = { facts: toPlainJson(facts), pdf }
  const signature = await sealer.sign(writeCanonicalJson(payload))
  return new TextEncoder().encode(`${JSON.stringify({ ...payload, signature }, null, 2)}\n`)
}
