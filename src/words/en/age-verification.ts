import { messages } from '../messages.ts'

export default messages('age-verification', {
  title: 'Create Age Confirmation Document',
  lead: 'A record between you and one other person that both of you are adults and who you say you are.',
})
