import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The page about the product. */
export default messages('about', {
  pageTitle: 'About',
  title: `About ${productName}`,
  lead: 'Two people who met online often know a nickname and a few photos of each other. We make it easy to know a little more, with the agreement of both.',

  /** By their anchors. A text is a paragraph, a list of texts a bulleted list. */
  parts: {
    why: {
      heading: 'Why it exists',
      blocks: [
        'People meet through dating apps and social media every day, and two questions come up before they meet in person: is the other one an adult, and are they who they say they are? Asking is awkward, and a chat message proves little.',
        `${productName} turns the question into a short document that two people make together. One of them starts it, the other completes it, and both keep the same record.`,
      ],
    },
    what: {
      heading: 'What it makes',
      blocks: [
        'There are two kinds of verification.',
        [
          'An age verification is mutual. Both state that they are adults and sign; usually both take a photo and show an identity document, or a wallet on their phone proves their age.',
          'A person verification asks the other person to confirm with a signature, and usually a photo and an identity document, that they are who they say they are.',
        ],
        'When it is complete, each side receives a record that says on its first page how each thing is known, with the details, the exact text that was signed, the times of every step, and fingerprints of the files.',
      ],
    },
    not: {
      heading: 'What it does not do',
      blocks: [
        'A record of age or identity is not consent to any act, meeting or relationship. Consent to an act is given by the people in it, at the time, and can be withdrawn at any moment.',
        'A typed name is a simple electronic signature. It shows that someone meant to sign; it does not by itself prove who typed it.',
        'We do not check identity documents with the authorities that issued them, and we do not compare faces by computer. The two of you look at what the other one provided.',
        'Nothing here is legal advice.',
      ],
    },
    principles: {
      heading: 'How we build it',
      blocks: [
        [
          'Both sides know before they sign what is shared, with whom, and for how long.',
          'No one has to take part. Declining needs no reason.',
          'Photos and documents are encrypted where they are stored, and deleted when their time is over.',
          'We show no advertising, sell no data and train nothing with your photos.',
        ],
      ],
    },
  },
})
