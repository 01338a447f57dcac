import type { RecordAccess } from '../../../api/records.ts'

/** What setting and lifting a legal hold need. */
export type HoldActProps = {
  access: RecordAccess
  /** Whether the other person will hear of it: not once their account is erased. */
  isOtherMailed: boolean
  /** What is so now has to be fetched anew. */
  onChanged(): void
}
