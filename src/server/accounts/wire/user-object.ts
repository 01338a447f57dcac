import type { UserMetadata, UserRow } from '../users/user-store.ts'

/** What the service itself says about every account: there is one way to sign in. */
export const appMetadata = { provider: 'email', providers: ['email'] } as const

/** The user on the wire (AUTH-2), member by member: nothing of the row gets out that is not named here. */
export function toUserObject(user: UserRow) {
  const confirmedAt = toIso(user.emailStandsAt)
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    ...(confirmedAt ? { email_confirmed_at: confirmedAt } : {}),
    phone: '',
    ...includeIfKnown('confirmation_sent_at', user.confirmationSentAt),
    ...(confirmedAt ? { confirmed_at: confirmedAt } : {}),
    ...includeIfKnown('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail ? { new_email: user.newEmail } : {}),
    ...includeIfKnown('email_change_sent_at', user.emailChangeSentAt),
    ...includeIfKnown('reauthentication_sent_at', user.reauthenticationSentAt),
    ...includeIfKnown('last_sign_in_at', user.lastSignInAt),
    app_metadata: appMetadata,
    user_metadata: user.userMetadata,
    identities: [toIdentityObject(user)],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...includeIfKnown('banned_until', user.bannedUntil),
    // Not GoTrue's: said to whoever kept a closed account by signing in.
    ...includeIfKnown('kept_at', user.keptAt),
    is_anonymous: false,
  }
}

export type UserObject = ReturnType<typeof toUserObject>

function toIdentityObject(user: UserRow) {
  return {
    identity_id: user.identityId,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...(user.userMetadata satisfies UserMetadata),
      sub: user.id,
      email: user.email,
      email_verified: user.emailStandsAt !== null,
      phone_verified: false,
    },
    provider: 'email',
    last_sign_in_at: toIso(user.lastSignInAt) ?? toIso(user.createdAt),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    email: user.email,
  }
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

function includeIfKnown<Name extends string>(name: Name, date: Date | null): { [K in Name]?: string } {
  return (date ? { [name]: date.toISOString() } : {}) as { [K in Name]?: string }
}
