import type pg from 'pg'
import { findMove, finishMove, openSource, unfinishMove } from '../database/fence.ts'
import { StartupError } from '../startup-error.ts'
import { assertDestination, refuseWhileServed } from './assert-movable.ts'
import { listDifferences } from './compare-sides.ts'
import { onSide, type Side } from './side.ts'
import { listTables } from './tables.ts'

/**
 * Lets the source of a move be served from again, and the destination no more, unless something happened in the destination since.
 * `destination` is null when it is gone for good: then nobody looks.
 * @throws StartupError when there is no such move, or when it would lose what was written since
 */
export async function undoDatabaseMove(source: Side, destination: Side | null): Promise<void> {
  await onSide(source, async (here) => {
    const move = await findMove(here)
    if (move?.side !== 'source')
      throw new StartupError(`${source.name} was not moved: there is nothing to take back.`)
    if (destination && destination.name !== move.other)
      throw new StartupError(
        `${source.name} was moved to ${move.other}, not to ${destination.name}: name that place.`,
      )
    if (destination)
      await onSide(destination, async (there) => {
        const theirs = await findMove(there)
        if (theirs?.id !== move.id || theirs.side !== 'destination') {
          // The half of an unfinished move may have been emptied by hand: it holds nothing that could be lost.
          if (!move.finishedAt && (await isEmpty(there, destination.name))) return
          throw new StartupError(
            theirs?.side === 'source'
              ? `${destination.name} was moved on to ${theirs.other}: take that move back first.`
              : `${destination.name} is not the place that ${source.name} was moved to: name that place, or give --gone if it is lost.`,
          )
        }
        const finishedAt = theirs.finishedAt ?? move.finishedAt
        await refuseWhileServed(there, destination.name)
        if (!finishedAt) return
        // A move that was killed between its two ends: the next run of this, too, has to compare.
        await finishMove(here, finishedAt)
        // Nobody begins to serve from a half, so that what is compared is the last word.
        await unfinishMove(there)
        try {
          await refuseWhileServed(there, destination.name)
          await refuseWritten({ client: here, name: source.name }, { client: there, name: destination.name })
        } catch (error) {
          await finishMove(there, finishedAt)
          throw error
        }
      })
    await openSource(here)
  })
}

type Place = { client: pg.Client; name: string }

/** @throws StartupError when the destination has what the source has not */
async function refuseWritten(source: Place, destination: Place): Promise<void> {
  const found = await listDifferences(source.client, destination.client, await listTables(source.client), {
    signal: new AbortController().signal,
    onTable: () => {},
  })
  if (found.length === 0) return
  throw new StartupError(
    `${destination.name} was served from since, and has what ${source.name} has not (${found.join(', ')}): move it back instead, into a new place.`,
  )
}

async function isEmpty(client: pg.Client, name: string): Promise<boolean> {
  try {
    return (await assertDestination(client, name, null)) === 'empty'
  } catch (error) {
    if (error instanceof StartupError) return false
    throw error
  }
}
