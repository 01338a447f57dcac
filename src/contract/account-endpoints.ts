import { z } from 'zod'
import {
  languageChoiceSchema,
  profileSchema,
  profileUpdateSchema,
  securityActivitySchema,
  signedInDeviceSchema,
} from './account.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const accountEndpoints = {
  'GET /api/profile': {
    summary: 'Gets the signed-in account',
    who: 'account',
    status: 200,
    answer: profileSchema,
  },
  'PATCH /api/profile': {
    summary: 'Changes the account’s full name',
    who: 'account',
    maxBytes: 16 * kB,
    json: profileUpdateSchema,
    status: 200,
    answer: profileSchema,
  },
  'PUT /api/language': {
    summary: 'Chooses the language of the account’s mails',
    who: 'account',
    maxBytes: kB,
    json: languageChoiceSchema,
    status: 204,
  },
  'GET /api/sessions': {
    summary: 'Lists the devices that are signed in to the account',
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
  'GET /api/security-activity': {
    summary: 'Lists the account’s security events of the last 90 days',
    who: 'account',
    status: 200,
    answer: securityActivitySchema,
  },
} satisfies EndpointTable

/**
 * The purpose of a mailed link: confirming an address, a new password, signing in, or either half of a change of
 * address.
 */
export type MailedLinkKind = 'signup' | 'recovery' | 'magiclink' | 'email_change_current' | 'email_change_new'

/** The effect of a mailed link: the answer of POST /auth/v1/links/look, which changes nothing. */
export type MailedLinkView =
  | {
      state: 'valid'
      kind: MailedLinkKind
      /** The address that the link was mailed to. */
      email: string
      /** The account's present and new address; both null for links that change none. */
      from_email: string | null
      new_email: string | null
      /** Whether it was mailed because an unconfirmed address was registered again. */
      repeated: boolean
      /** What the page asks for: a button press, or a password (that of the registration, or a new one). */
      asks: 'press' | 'password'
      /** True while the account is unconfirmed: setting a new password then resets the account. */
      unconfirmed: boolean
    }
  | { state: 'used'; kind: MailedLinkKind; email: string; confirmed: boolean }
  | { state: 'void' }

/**
 * The outcome of using a mailed link: the answer of POST /auth/v1/links/use. `redirect_to` is an address on this site.
 */
export type MailedLinkUse<Session> =
  | { outcome: 'first-half' }
  | { outcome: 'done'; redirect_to: string }
  | { outcome: 'code'; redirect_to: string }
  | { outcome: 'session'; redirect_to: string; session: Session }
