import { holdReasonLength } from '../../domain/record/legal-hold.ts'

import { messages } from '../messages.ts'

/** What is wrong with the reason of a legal hold, for who types it (HOLD-2). */
export default messages('hold-reason', {
  short: `Please say why in at least ${holdReasonLength.min} characters`,
  long: `Please use at most ${holdReasonLength.max} characters`,
  notPlain: 'Please type this again without hidden characters',
})
