import { messages } from '../messages.ts'

/** What the consent text comes to in five sentences (FORM-15); what each stands for is in the domain. */
export default messages('consent-summary', {
  adults: 'Both of you state that you are at least 18, and that what you give is true and your own.',
  aRecord: 'It is a record. It is not consent to any act, meeting or relationship.',
  withdrawable:
    'You may decline, and later withdraw for the future, without giving a reason. Withdrawing does not erase that the record was made.',
  stored:
    'Photos and IDs are stored encrypted and used for this record alone. Neither of you may pass them on, except to a court, an authority or a legal adviser.',
  unchecked:
    'The service does not check IDs with the authorities that issued them, and does not promise that anybody is who they say they are.',
})
