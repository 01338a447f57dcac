import { submitWhole } from '../../src/server/testing/parties.ts'
import {
  createVerification,
  enter,
  type Person,
  register,
  type Served,
} from '../../src/server/testing/people.ts'

/** What the server acknowledged to one creator. */
export type Entry = { person: Person; verificationId?: string; isCompleted?: true }

/** Everything that was acknowledged: it has to be there for ever. */
export class Ledger {
  readonly entries: Entry[] = []

  /** One creator and one verification, from registration to submission; each step is noted the moment it is answered. */
  async walkJourney(served: Served): Promise<void> {
    const entry: Entry = { person: await register(served) }
    this.entries.push(entry)
    const { id } = await createVerification(served, entry.person, { type: 'person' })
    entry.verificationId = id
    const thirdParty = await enter(served, id)
    const answer = await submitWhole(served, thirdParty)
    if (answer.status === 200) entry.isCompleted = true
  }

  /** Journeys one after the other on each of `lanes`, until stopped. What fails on the way was not acknowledged. */
  load(served: Served, lanes = 3): { stop(): Promise<void> } {
    let isGoing = true
    const going = Array.from({ length: lanes }, async () => {
      while (isGoing) {
        await this.walkJourney(served).catch(() => new Promise((resolve) => setTimeout(resolve, 50)))
      }
    })
    return {
      async stop() {
        isGoing = false
        await Promise.all(going)
      },
    }
  }
}
