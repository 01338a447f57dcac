import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { expect, it } from 'vitest'
import { lookSeldom } from './give-way.ts'

function lane() {
  const events: WorkerEvents = new EventEmitter()
  const look = lookSeldom(events)
  return {
    look,
    isAtOnce: () => Promise.race([look().then(() => true), nextTurn(false)]),
    findNone: () => events.emit('worker:getJob:empty', {} as never),
    findOne: () => events.emit('job:start', {} as never),
  }
}

it('lets a look come at once while none was in vain, and after a job', async () => {
  const { isAtOnce, findNone, findOne } = lane()
  expect(await isAtOnce()).toBe(true)
  findNone()
  expect(await isAtOnce()).toBe(false)
  findOne()
  expect(await isAtOnce()).toBe(true)
})

it('lets looks after one in vain wait, however many, and no longer than for one moment', async () => {
  const { look, isAtOnce, findNone } = lane()
  findNone()
  expect(await isAtOnce()).toBe(false)
  await Promise.all(Array.from({ length: 50 }, () => look()))
  expect(await isAtOnce()).toBe(true)
})
