import { z } from 'zod'
import { profileSchema, profileUpdateSchema, signedInDeviceSchema } from '../../contract/account.ts'
import { paths } from '../../contract/paths.ts'
import type { Endpoint } from './endpoint.ts'

export const accountEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: paths.profile,
    summary: 'The signed-in person',
    callers: ['account'],
    status: 200,
    answer: profileSchema,
  },
  {
    method: 'patch',
    path: paths.profile,
    summary: 'Changes the full name',
    callers: ['account'],
    json: profileUpdateSchema,
    status: 200,
    answer: profileSchema,
  },
  {
    method: 'get',
    path: paths.sessions,
    summary: 'The devices that the person is signed in on',
    callers: ['account'],
    status: 200,
    answer: z.array(signedInDeviceSchema),
  },
  {
    method: 'delete',
    path: paths.session,
    summary: 'Signs a device out',
    callers: ['account'],
    status: 204,
  },
]
