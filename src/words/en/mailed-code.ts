export default {
  label: 'Code',
  hint: 'Six digits, from the mail that we just sent',
  longHint: 'Eight digits, from the mail that we just sent',
} as const
