/** The refusals about records and their legal holds. */
export const recordProblems = {
  record_not_found: { status: 404 },
  record_not_sealed: { status: 409 },
  record_code_required: { status: 403 },
  record_code_wrong: { status: 422 },
  not_withdrawable: { status: 409 },
  hold_after_withdrawal: { status: 409 },
  hold_without_files: { status: 409 },
  hold_set_before: { status: 409 },
  no_hold: { status: 409 },
} as const
