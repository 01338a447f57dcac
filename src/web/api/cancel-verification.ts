import { fillPath, paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/**
 * Takes back a request that is still pending.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function cancelVerification(id: string): Promise<void> {
  return authorisedRequest<void>(fillPath(paths.cancelVerification, { id }), { method: 'POST' })
}
