import { z } from 'zod'
import { profileSchema, profileUpdateSchema, signedInDeviceSchema } from '../account.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const accountEndpoints = {
  'GET /api/profile': {
    summary: 'The signed-in person',
    who: 'account',
    status: 200,
    answer: profileSchema,
  },
  'PATCH /api/profile': {
    summary: 'Changes the full name',
    who: 'account',
    maxBytes: 16 * kB,
    json: profileUpdateSchema,
    status: 200,
    answer: profileSchema,
  },
  'GET /api/sessions': {
    summary: 'The devices that the person is signed in on',
    who: 'account',
    status: 200,
    answer: z.array(signedInDeviceSchema),
  },
  'DELETE /api/sessions/:id': {
    summary: 'Signs a device out',
    who: 'owner',
    absent: 'not_found',
    status: 204,
  },
} satisfies EndpointTable
