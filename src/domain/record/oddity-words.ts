import type { Oddity } from './oddities.ts'
import type { Party } from './party.ts'
import { evidenceWords, partyWords } from './words.ts'

/** Above what a record says of it. */
export const odditiesTitle = 'Look at this twice'

/** What is odd, in a sentence about somebody else. */
export function oddityWords(oddity: Oddity): string {
  if (oddity.oddity === 'signature_unlike_name')
    return `The ${nameOf(oddity.party)} signed with other names than the one in this record.`
  const [one, other] = oddity.files
  return one.party === other.party
    ? `The ${nameOf(one.party)} gave the same file as photo and as identity document.`
    : `The same file was given by both: as ${kindOf(one)} of the creator and as ${kindOf(other)} of the third party.`
}

/** The same, to the person who is about to do it. */
export const ownOddityWords = {
  signature: (name: string) =>
    `This is not the name in the record, ${name}. You can sign with it all the same; the record will say that it is another.`,
  sameFile:
    'Your photo and your ID are the same file. You can leave it so; the record will say that they are.',
}

const nameOf = (party: Party) => partyWords[party].toLowerCase()
const kindOf = ({ category }: { category: keyof typeof evidenceWords }) =>
  evidenceWords[category].toLowerCase()
