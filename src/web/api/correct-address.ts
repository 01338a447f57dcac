import { fillPath, paths } from '../../contract/paths.ts'
import type { CorrectedAddress } from '../../contract/verification.ts'
import { authorisedRequest } from './authorised-request.ts'

/**
 * Corrects the third party's address of a pending verification; answers whether the link is on its way there.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function correctAddress(id: string, thirdPartyEmail: string): Promise<CorrectedAddress> {
  return authorisedRequest<CorrectedAddress>(fillPath(paths.thirdPartyEmail, { id }), {
    method: 'PATCH',
    json: { thirdPartyEmail },
  })
}
