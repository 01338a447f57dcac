import { messages } from '../messages.ts'

/** The status of a request or a record (STATE). */
export default messages('status', {
  statuses: {
    pending: 'Pending',
    verified: 'Verified',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
  /** Beside “Verified”: how the age of the person who was asked is known (EVIDENCE-11). */
  ages: {
    declared: '18 or over: declared',
    document: '18 or over: read from a document',
    provider: '18 or over: checked by a provider',
    wallet: '18 or over: proven by a wallet',
  },
})
