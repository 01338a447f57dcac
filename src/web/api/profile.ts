import { queryOptions } from '@tanstack/react-query'
import type { Profile } from '../../contract/account.ts'
import { paths } from '../../contract/paths.ts'
import { authorisedRequest } from './authorised-request.ts'

/** The signed-in person's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => authorisedRequest<Profile>(paths.profile, { signal }),
  staleTime: 60_000,
})
