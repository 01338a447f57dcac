export default {
  label: 'Code',
  hint: 'Six digits, from the mail that we just sent',
} as const
