import { fillPath, paths } from '../../contract/paths.ts'
import type { GatePass, PublicVerification } from '../../contract/third-party.ts'
import { request } from './request.ts'

/**
 * What a link tells before the email gate. `token` is the visitor's own access token, by which the creator is recognised.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function publicVerification(
  id: string,
  token: string | null,
  signal: AbortSignal,
): Promise<PublicVerification> {
  return request<PublicVerification>(fillPath(paths.publicVerification, { id }), { token, signal })
}

/**
 * Passes the email gate.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function passGate(id: string, email: string): Promise<GatePass> {
  return request<GatePass>(fillPath(paths.gate, { id }), { method: 'POST', json: { email } })
}
