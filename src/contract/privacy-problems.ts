import { waitMark } from '../domain/wait-words.ts'

/** The refusals about one's own data: a copy of it, closing an account, what is held about an address. */
export const privacyProblems = {
  password_wrong: {
    status: 422,
    title: 'That is not your password',
    detail: 'Please type the password that you log in with.',
  },
  mailed_code_wrong: {
    status: 422,
    title: 'The code is not right',
    detail: 'Please type the code of the newest mail, or have a new one mailed.',
  },
  mailbox_unproven: {
    status: 401,
    title: 'Please confirm your address again',
    detail: 'For your safety this ends after half an hour.',
  },
  too_many_exports: {
    status: 429,
    title: 'You had several copies made today',
    detail: `Please try again ${waitMark}.`,
  },
} as const
