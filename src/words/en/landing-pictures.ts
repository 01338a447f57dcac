import { messages } from '../messages.ts'

/** What the three pictures show, for whoever does not see them, and what stands below each. */
export default messages('landing-pictures', {
  invitation: {
    alt: 'A phone shows who is asked for what, and below it the question whether the link is meant for whoever opened it, with a field for their email address.',
    title: 'The link, opened',
    text: 'It shows nothing of either of you until the address that you gave is typed in.',
  },
  form: {
    alt: 'The first of five steps on a phone: Alex Morgan asks Robin Hale for their word that they are 18 or over, a photo, a government ID and a typed name.',
    title: 'The form',
    text: 'Who asks, for what, and how it is known, before anything is given. The other person may decline at any step.',
  },
  record: {
    alt: 'The record on a phone: a table says that the age of its creator is declared, that nobody checked it, and since when.',
    title: 'The record',
    text: 'It says of both of you how each thing is known, and what nobody checked.',
  },
})
