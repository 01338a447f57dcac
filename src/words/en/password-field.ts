import { messages } from '../messages.ts'

/** The eye of a password field. */
export default messages('password-field', { show: 'Show password', hide: 'Hide password' })
