/**
 * What became of an invitation: queued to be mailed; not mailed, because its creator's own address is not confirmed; or not mailed, because the mailbox had
 * enough of them, from whomever.
 */
export const invitationOutcomes = ['queued', 'unconfirmed', 'limited'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]
