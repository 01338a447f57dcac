/** The refusals about one's own data: a copy of it, closing an account, what is held about an address. */
export const privacyProblems = {
  password_wrong: { status: 422 },
  mailed_code_wrong: { status: 422 },
  mailbox_unproven: { status: 401 },
  too_many_exports: { status: 429 },
} as const
