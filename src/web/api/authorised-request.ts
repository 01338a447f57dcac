import type { Answer } from '../../contract/endpoints.ts'
import { type JsonEndpoint, RequestFailure, type RequestOptions, request } from './request.ts'
import { findAccessToken, loadAuthClient } from './session.ts'

/**
 * Calls our API as the signed-in person. When the server no longer knows the session (signed out on another device), the session ends here
 * too.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function sendAuthorisedRequest<Name extends JsonEndpoint>(
  name: Name,
  options: RequestOptions<Name>,
): Promise<Answer<Name>> {
  const token = await findAccessToken()
  try {
    return await request(name, { ...options, token })
  } catch (failure) {
    const ended = failure instanceof RequestFailure && failure.problem?.code === 'authentication_required'
    if (ended && token !== null) await endSessionHere()
    throw failure
  }
}

/** Asks the auth service once more, and drops the session only when it too has forgotten it. */
async function endSessionHere(): Promise<void> {
  const auth = await loadAuthClient()
  const { error } = await auth.getUser()
  if (error && (error.status === 401 || error.status === 403 || error.name === 'AuthSessionMissingError'))
    await auth.signOut({ scope: 'local' })
}
