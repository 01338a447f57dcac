import { messages } from '../messages.ts'

export default messages('mailed-code', {
  label: 'Code',
  hint: 'Six digits, from the mail that we just sent',
  longHint: 'Eight digits, from the mail that we just sent',
})
