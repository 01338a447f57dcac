import { paths } from '../../contract/paths.ts'
import type { CreatedVerification, CreationInput } from '../../contract/verification.ts'
import { authorisedRequest } from './authorised-request.ts'

/**
 * Creates a verification, which counts against the month. Once for each key, however often it is called: what was created then is answered.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function createVerification(
  creation: CreationInput,
  idempotencyKey: string,
): Promise<CreatedVerification> {
  return authorisedRequest<CreatedVerification>(paths.verifications, {
    method: 'POST',
    json: creation,
    idempotencyKey,
  })
}
