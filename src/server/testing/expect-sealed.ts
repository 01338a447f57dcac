import { expect } from 'vitest'
import type { RecordView } from '../../contract/record.ts'
import type { Person, Served } from './people.ts'

/** Waits until a record is sealed, by its view as its creator gets it. */
export async function expectSealed({ app }: Served, record: { id: string; creator: Person }): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await app.request(`/api/records/${record.id}`, record.creator)
        return ((await answer.json()) as RecordView).record?.revision
      },
      { timeout: 60_000 },
    )
    .toBe(1)
}
