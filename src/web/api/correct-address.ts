import { fillPath, paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/**
 * Corrects the third party's address of a pending verification; the link is mailed there.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function correctAddress(id: string, thirdPartyEmail: string): Promise<void> {
  return authorisedRequest<void>(fillPath(paths.thirdPartyEmail, { id }), {
    method: 'PATCH',
    json: { thirdPartyEmail },
  })
}
