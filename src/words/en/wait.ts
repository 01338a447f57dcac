import { messages } from '../messages.ts'

/** The time until a retry, as the end of a sentence: "Please try again in 12 minutes." */
export default messages('wait', {
  seconds: 'in {count, plural, one {1 second} other {# seconds}}',
  minutes: 'in {count, plural, one {1 minute} other {# minutes}}',
  hours: 'in {count, plural, one {1 hour} other {# hours}}',
  later: 'later',
})
