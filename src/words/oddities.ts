import type { Oddity, Shared } from '../domain/record/oddities.ts'
import words from './en/oddities.ts'
import { ofEvidenceWords } from './record.ts'

/** What is said to the person who is about to do something odd. */
export const { own: ownOddityWords } = words

/** Above what a record says of it. */
export const writeOdditiesTitle = (): string => words.title

/** What is odd, in a sentence about somebody else. */
export function describeOddity(oddity: Oddity): string {
  if (oddity.oddity === 'signature_unlike_name') return words.signature[oddity.party]
  if (oddity.oddity !== 'same_file') return describeShared(oddity.oddity)
  const [one, other] = oddity.files
  return one.party === other.party
    ? words.sameFile[one.party]
    : words.sameFileOfBoth({
        one: ofEvidenceWords[one.category],
        other: ofEvidenceWords[other.category],
      })
}

/** The same of something that both people had. */
export const describeShared = (shared: Shared): string => words.shared[shared]
