import { messages } from '../messages.ts'

/** Invented testimonials that illustrate the product's purpose, marked as illustrative (PAGE-7). */
export default messages('testimonials', {
  heading: 'Made for the moment before you meet',
  note: 'Illustrative examples, not quotes from customers.',
  voices: [
    {
      words:
        'We both signed before our first date. It took five minutes, and it said clearly what it was and what it was not.',
      who: 'Someone dating online',
    },
    {
      words: 'His photos looked too good. Asking for a verification was easier than an awkward conversation.',
      who: 'Someone who wanted to be sure',
    },
    {
      words:
        'I was invited by link. I could read everything first, and I knew what would be shared and for how long.',
      who: 'Someone who was asked',
    },
  ],
})
