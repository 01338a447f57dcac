import type { Context } from 'hono'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import type { AppEnv } from './app-env.ts'
import { holdRoom, roomRetryAfterSeconds } from './hold-room.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { readUploadForm, type UploadForm } from './upload-form.ts'

/**
 * Reads a form with a file and works on it, as soon as there is room in the share of its sender, an account or a link;
 * `rate_limited` when there was none in time.
 */
export async function takeUpload<T>(
  c: Context<AppEnv>,
  sender: string,
  work: (form: UploadForm) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const answer = await holdRoom(c, { maxBytes: uploadMaxBytes, sender }, async () => {
    const form = await readUploadForm(c)
    return isRefusal(form) ? form : work(form)
  })
  return answer ?? refuse('rate_limited', { retryAfterSeconds: roomRetryAfterSeconds })
}
