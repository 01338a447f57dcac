import words from '../../../words/en/log.ts'
import { Moment } from '../../shared/time/moment.tsx'

/** What somebody said of a state of the log, and when: "Cosigned: the state of 12 entries, 21 Nov 2026, 10:15 GMT". */
export function StatedAt({ says, size, at }: { says: string; size: number; at: string }) {
  return (
    <>
      {says} {words.stateOf({ size })}, <Moment at={at} />
    </>
  )
}
