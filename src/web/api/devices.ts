import { queryOptions } from '@tanstack/react-query'
import type { SignedInDevice } from '../../contract/account.ts'
import { fillPath, paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/** The devices that the person is signed in on. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => authorisedRequest<SignedInDevice[]>(paths.sessions, { signal }),
})

/** Signs one device out. @throws RequestFailure */
export function signOutDevice(id: string): Promise<void> {
  return authorisedRequest<void>(fillPath(paths.session, { id }), { method: 'DELETE' })
}
