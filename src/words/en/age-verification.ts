export default {
  title: 'Create Age Confirmation Document',
  lead: 'A record between you and one other person that both of you are adults and who you say you are.',
} as const
