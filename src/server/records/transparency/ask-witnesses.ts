import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import { describeError } from '../../platform/logging/index.ts'
import { findCosignature } from '../../platform/notes/index.ts'
import type { Platform, Witness } from '../../platform/platform.ts'
import { findLastCosignature, formatCheckpoint, insertCosignature, signCheckpoint } from './checkpoint.ts'
import { findNewestHead, readProvenPath, type StoredHead } from './log-store.ts'

type Parts = Pick<Platform, 'database' | 'logSigner' | 'logger' | 'settings'>

const timeoutMs = 10_000
/** An answer consists of a few signature lines; a longer one isn't from a witness. */
const answerMaxBytes = 16 * 1024

/**
 * Submits the newest checkpoint to every witness that has not cosigned it, and stores their answers
 * (c2sp.org/tlog-witness).
 */
export const requestCosignaturesJob = defineJob(
  'ask-log-witnesses',
  noPayload,
  async (platform: Platform) => {
    const { database, settings, logger } = platform
    const head = settings.witnesses.length > 0 ? await findNewestHead(database) : null
    if (!head) return
    await Promise.all(
      settings.witnesses.map(async (witness) => {
        try {
          await requestCosignature(platform, witness, head)
        } catch (error) {
          logger.warn(
            { witness: witness.name, error: describeError(error) },
            'a witness of the log did not answer',
          )
        }
      }),
    )
  },
)

async function requestCosignature(platform: Parts, witness: Witness, head: StoredHead): Promise<void> {
  const { database, logSigner } = platform
  const known = (await findLastCosignature(database, logSigner.name, witness.verifierKey))?.size ?? 0
  if (known >= head.size) return
  const first = await submit(platform, witness, head, known)
  // The witness may have seen a later state than the one stored here: either this process died after the cosignature,
  // or the witness watches the log independently.
  const seen = first.status === 409 ? Number(/^(0|[1-9]\d{0,14})\n$/.exec(first.text)?.[1] ?? known) : known
  const answer = seen !== known && seen <= head.size ? await submit(platform, witness, head, seen) : first
  const text = formatCheckpoint(logSigner.name, head)
  const cosigned =
    answer.status === 200 && findCosignature({ text, lines: answer.text.split('\n') }, witness.key)
  if (cosigned) {
    await insertCosignature(database, logSigner.name, {
      size: head.size,
      verifierKey: witness.verifierKey,
      ...cosigned,
    })
    return
  }
  platform.logger.error(
    { witness: witness.name, status: answer.status, size: head.size, seen },
    seen > head.size
      ? 'a witness has seen more of the log than there is'
      : 'a witness does not cosign the log',
  )
}

/** Submits the checkpoint to a witness, with the proof that it extends the log of `old` leaves. */
async function submit(
  { database, logSigner }: Parts,
  { url }: Witness,
  head: StoredHead,
  old: number,
): Promise<{ status: number; text: string }> {
  const path = old === 0 ? [] : await readProvenPath(database, old, head.size)
  const proof = path.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: `old ${old}\n${proof}\n${signCheckpoint(logSigner, head, [])}`,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > answerMaxBytes) throw new Error('the answer is too long')
  }
  return { status: response.status, text }
}
