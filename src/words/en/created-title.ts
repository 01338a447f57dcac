import { messages } from '../messages.ts'

/** What is said once there is a link: in passing, and at the top of its page. */
export default messages('created-title', { title: 'Verification link created' })
