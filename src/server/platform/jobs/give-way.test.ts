import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLaneActivity, givesWayMs, giveWay } from './give-way.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function twoLanes() {
  const activity = createLaneActivity()
  const events: WorkerEvents = new EventEmitter()
  activity.follow(events)
  const look = giveWay(activity)
  return {
    activity,
    look,
    isAtOnce: () => Promise.race([look().then(() => true), nextTurn(false)]),
    start: () => events.emit('job:start', {} as never),
    complete: () => events.emit('job:complete', {} as never),
    findNone: () => events.emit('worker:getJob:empty', {} as never),
  }
}

it('looks at once while the other lane has no work', async () => {
  expect(await twoLanes().isAtOnce()).toBe(true)
})

it('waits while a job of the other lane runs, and until none is left', async () => {
  const { look, isAtOnce, start, complete, findNone } = twoLanes()
  start()
  start()
  expect(await isAtOnce()).toBe(false)
  let hasLooked = false
  const looking = look().then(() => {
    hasLooked = true
  })
  complete()
  findNone()
  await nextTurn()
  expect(hasLooked).toBe(false)
  complete()
  await looking
  expect(await isAtOnce()).toBe(true)
})

it('waits between two jobs of the other lane', async () => {
  const { isAtOnce, start, complete, findNone } = twoLanes()
  start()
  complete()
  expect(await isAtOnce()).toBe(false)
  findNone()
  expect(await isAtOnce()).toBe(true)
})

it('waits 5 s for a lane that never rests, once, and anew when it has rested', async () => {
  const { look, isAtOnce, start, complete, findNone } = twoLanes()
  start()
  const looking = look()
  await vi.advanceTimersByTimeAsync(givesWayMs)
  await looking
  const next = look()
  await vi.advanceTimersByTimeAsync(0)
  await next
  complete()
  findNone()
  expect(await isAtOnce()).toBe(true)
  start()
  expect(await isAtOnce()).toBe(false)
})

it('does not wait for workers that have ended', async () => {
  const { activity, look, start } = twoLanes()
  start()
  const looking = look()
  activity.follow(new EventEmitter())
  await looking
})

it('does not wait for workers that were told to stop, whatever they still do', async () => {
  const { activity, look, isAtOnce, start, complete } = twoLanes()
  start()
  const looking = look()
  activity.rest()
  await looking
  complete()
  expect(await isAtOnce()).toBe(true)
})
