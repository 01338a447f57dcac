import { fillPath, paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/**
 * Has the link of a pending verification mailed to its third party once more.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function resendInvitation(id: string): Promise<void> {
  return authorisedRequest<void>(fillPath(paths.invitation, { id }), { method: 'POST' })
}
