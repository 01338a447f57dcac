import { fillPath, paths } from '../../contract/paths.ts'
import type { GateAnswer, GatePass, PublicVerification } from '../../contract/third-party.ts'
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
 * Types an address at the email gate. The right one passes, or is mailed a code where codes are in force.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function passGate(id: string, email: string): Promise<GateAnswer> {
  return request<GateAnswer>(fillPath(paths.gate, { id }), { method: 'POST', json: { email } })
}

/**
 * Passes the email gate with the code that was mailed to the address.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function passGateWithCode(id: string, email: string, code: string): Promise<GatePass> {
  return request<GatePass>(fillPath(paths.gateCode, { id }), { method: 'POST', json: { email, code } })
}
