import { queryOptions } from '@tanstack/react-query'
import type { Profile, ProfileUpdate } from '../../contract/account.ts'
import { paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/** The signed-in person's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => authorisedRequest<Profile>(paths.profile, { signal }),
  staleTime: 60_000,
})

/** Changes the full name. @throws RequestFailure */
export function saveFullName(fullName: string): Promise<Profile> {
  const json: ProfileUpdate = { full_name: fullName }
  return authorisedRequest<Profile>(paths.profile, { method: 'PATCH', json })
}
