import type { Feedback } from '../../contract/feedback.ts'
import { RequestFailure, request } from './request.ts'
import { findAccessToken } from './session.ts'

/**
 * Sends feedback under the signed-in person's account, or anonymously. A session that has ended elsewhere is left to the next call of its
 * pages, since ending it here would take away the page, and with it what was typed.
 * @throws RequestFailure for every refusal and every lost connection; its status is 401 when the session has ended, and nothing was kept
 */
export async function sendFeedback(feedback: Feedback, sender: 'account' | 'anonymous'): Promise<void> {
  const token = sender === 'account' ? await findAccessToken() : null
  if (sender === 'account' && token === null) throw new RequestFailure(null, 401)
  await request('POST /api/feedback', { json: feedback, token })
}
