import type { UserMetadata, UserRow } from '../users/user-store.ts'

/** What the service itself says about every account: there is one way to sign in. */
export const appMetadata = { provider: 'email', providers: ['email'] } as const

/** The user on the wire (AUTH-2), member by member: nothing of the row gets out that is not named here. */
export function userObject(user: UserRow) {
  const confirmedAt = iso(user.emailConfirmedAt)
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    ...(confirmedAt ? { email_confirmed_at: confirmedAt } : {}),
    phone: '',
    ...optional('confirmation_sent_at', user.confirmationSentAt),
    ...(confirmedAt ? { confirmed_at: confirmedAt } : {}),
    ...optional('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail ? { new_email: user.newEmail } : {}),
    ...optional('email_change_sent_at', user.emailChangeSentAt),
    ...optional('reauthentication_sent_at', user.reauthenticationSentAt),
    ...optional('last_sign_in_at', user.lastSignInAt),
    app_metadata: appMetadata,
    user_metadata: user.userMetadata,
    identities: [identityObject(user)],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...optional('banned_until', user.bannedUntil),
    // Not GoTrue's: said to whoever kept a closed account by signing in.
    ...optional('kept_at', user.keptAt),
    is_anonymous: false,
  }
}

export type UserObject = ReturnType<typeof userObject>

function identityObject(user: UserRow) {
  return {
    identity_id: user.identityId,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...(user.userMetadata satisfies UserMetadata),
      sub: user.id,
      email: user.email,
      email_verified: user.emailConfirmedAt !== null,
      phone_verified: false,
    },
    provider: 'email',
    last_sign_in_at: iso(user.lastSignInAt) ?? iso(user.createdAt),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    email: user.email,
  }
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

function optional<Name extends string>(name: Name, date: Date | null): { [K in Name]?: string } {
  return (date ? { [name]: date.toISOString() } : {}) as { [K in Name]?: string }
}
