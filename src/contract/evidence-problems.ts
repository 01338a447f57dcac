import { submissionFaultWords } from '../domain/verification/submission-words.ts'

/** The refusals about what is asked for and given as evidence: readings, wallets, checks by a provider. */
export const evidenceProblems = {
  age_statement_required: { status: 422, ...submissionFaultWords.age_statement_required },
  age_not_read: { status: 422, ...submissionFaultWords.age_not_read },
  age_not_proven: { status: 422, ...submissionFaultWords.age_not_proven },
  reading_under_way: {
    status: 409,
    title: 'Your ID is still being read',
    detail: 'Please wait a moment, then try again. Nothing is lost.',
  },
  own_address: {
    status: 422,
    title: 'This is your own address',
    detail:
      'It is your own address, or another way to write it. The other person needs one of theirs: nobody completes their own request.',
  },
  asks_impossible: {
    status: 422,
    title: 'This cannot be asked',
    detail:
      'Without a photo or an ID the age has to be proven with a wallet. Please choose what you ask for once more.',
  },
  wallet_proof_missing: {
    status: 422,
    title: 'Proof of age required',
    detail: 'Please prove your own age with a wallet, or add your photo and your ID.',
  },
  reading_tries_spent: {
    status: 409,
    title: 'No more tries',
    detail: 'An ID is read three times at most.',
  },
  reading_off: {
    status: 503,
    title: 'IDs are not read here',
    detail: 'No ID is read on this installation at the moment.',
  },
  identity_check_off: {
    status: 409,
    title: 'No provider is asked here',
    detail: 'This service has nobody who checks documents and faces. Please use your ID or a wallet.',
  },
  day_not_today: {
    status: 422,
    title: 'The day on this device is not today',
    detail: 'Please correct the date of your phone or computer, and try again.',
  },
  identity_check_under_way: {
    status: 409,
    title: 'Your document is being checked',
    detail: 'Please wait until the check has ended. It takes a few minutes at most.',
  },
  identity_provider_unavailable: {
    status: 503,
    title: 'The check is not available',
    detail: 'The provider does not answer at the moment. Please try again later, or use your ID or a wallet.',
  },
  wallet_not_offered: {
    status: 409,
    title: 'This wallet is not taken here',
    detail: 'No issuer of such a credential is known here. Please use your ID instead.',
  },
  wallet_session_not_found: {
    status: 404,
    title: 'Nothing was asked of a wallet',
    detail: 'Please begin again in the browser in which you want to go on.',
  },
  wallet_session_over: {
    status: 410,
    title: 'This request to a wallet is over',
    detail: 'It was answered, taken back or replaced, or its five minutes have passed. Please begin again.',
  },
  wallet_answer_refused: {
    status: 422,
    title: 'The answer was not accepted',
    detail: 'The page on which you began says why. Nothing of the answer was kept.',
  },
} as const
