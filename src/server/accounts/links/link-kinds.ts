import type { MailedLinkKind } from '../../../contract/mailed-link.ts'

/** What the `type` of a link or of verifyOtp may mean. `email` and `invite` are the client's other names. */
export const linkKinds = {
  signup: ['signup'],
  invite: ['signup'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['signup', 'recovery', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly MailedLinkKind[]>

export type LinkKind = keyof typeof linkKinds

export function isLinkKind(type: string | undefined): type is LinkKind {
  return type !== undefined && Object.hasOwn(linkKinds, type)
}

/** Half of a change of address, as the token of either mailbox stands for it. */
export type ChangeHalf = 'email_change_current' | 'email_change_new'

export function isChangeHalf(kind: MailedLinkKind): kind is ChangeHalf {
  return kind === 'email_change_current' || kind === 'email_change_new'
}
