/** The refusals about records and their legal holds. */
export const recordProblems = {
  record_not_found: {
    status: 404,
    title: 'Record not found',
    detail: 'The link may be incomplete or have ended. You can ask for a new one.',
  },
  record_not_sealed: {
    status: 409,
    title: 'Your record is being sealed',
    detail: 'It is sealed as soon as possible. Please try again in a moment.',
  },
  record_code_required: {
    status: 403,
    title: 'Confirm that it is you',
    detail: 'Enter the code that is mailed to you.',
  },
  record_code_wrong: {
    status: 422,
    title: 'Wrong code',
    detail: 'The code is wrong or has ended. After five tries you need a new one.',
  },
  not_withdrawable: {
    status: 409,
    title: 'Already withdrawn',
    detail: 'The consent was withdrawn before. Nothing was changed.',
  },
  hold_after_withdrawal: {
    status: 409,
    title: 'Consent was withdrawn',
    detail: 'After that nobody can set a legal hold. Nothing was changed.',
  },
  hold_without_files: {
    status: 409,
    title: 'These documents cannot be kept',
    detail:
      'Their own time is over, some were destroyed before, or you have no part in this record any more. Nothing was changed.',
  },
  hold_set_before: {
    status: 409,
    title: 'You set a legal hold before',
    detail: 'Each of you can set one for a record, once. Nothing was changed.',
  },
  no_hold: {
    status: 409,
    title: 'No legal hold of yours is in force',
    detail: 'It was lifted or has ended before. Nothing was changed.',
  },
} as const
