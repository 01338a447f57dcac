import { messages } from '../messages.ts'

export default messages('person-verification', {
  title: 'Create Person Verification Document',
  lead: 'A record between you and one other person that they are who they say they are.',
  privacyTitle: 'Privacy information',
  privacy: [
    {
      name: 'What happens next',
      value:
        'At the end you get a link to share with the other person, and are told whether we mailed it to them too. They open it with their email address, give what you ask for, and sign. You are told as soon as they have.',
    },
    {
      name: 'Data security',
      value: 'Photos and IDs are stored encrypted and are used for this record and for nothing else.',
    },
    {
      name: 'Consent',
      value:
        'The other person decides freely. They may decline without giving a reason; then whatever they uploaded is destroyed.',
    },
    {
      name: 'Not allowed',
      value: 'Harassment, or collecting information about somebody without their consent, is prohibited.',
    },
  ],
})
