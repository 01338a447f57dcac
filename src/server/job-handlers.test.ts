import { expect, it, vi } from 'vitest'
import { makeJobLanes, recurringJobs, recurringTasks } from './job-handlers.ts'
import { connectionsPerProcess } from './platform/database/index.ts'
import { requestConnections } from './platform/database/open-database.ts'
import { countConnections, defineJob, defineRound, handleEach, noPayload } from './platform/jobs/index.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { testAppForFile } from './testing/test-app.ts'

const test = testAppForFile()

it('uses the number of connections that operators are told, at most 20, in three lanes (RUN-25)', () => {
  const lanes = makeJobLanes(test.platform)
  const listening = 1
  const all = requestConnections + countConnections(lanes.length) + listening
  expect(all).toBe(connectionsPerProcess)
  expect(all).toBeLessThanOrEqual(20)
  expect(lanes.length).toBeLessThanOrEqual(3)
})

it('has no job in two lanes', () => {
  const tasks = makeJobLanes(test.platform).flatMap(({ handlers }) => Object.keys(handlers))
  expect(tasks).toEqual([...new Set(tasks)])
})

it('has a handler for everything recurring, in at most six jobs', () => {
  const tasks = makeJobLanes(test.platform).flatMap(({ handlers }) => Object.keys(handlers))
  expect(tasks).toEqual(
    expect.arrayContaining([...recurringTasks, ...recurringJobs.map(({ job }) => job.name)]),
  )
  expect(recurringJobs.length).toBeLessThanOrEqual(6)
})

it('continues a round after a failed step, names the step, and is retried', async () => {
  const done: string[] = []
  const step = (name: string, fails = false) =>
    defineJob(name, noPayload, async () => {
      done.push(name)
      if (fails) throw new Error('secret')
    })
  const logger = { ...silentLogger, error: vi.fn() }
  const round = defineRound('round', [step('one'), step('two', true), step('three')])
  await expect(round.run({ logger }, {})).rejects.toThrow('1 of 3 failed')
  expect(done).toEqual(['one', 'two', 'three'])
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ task: 'two' }),
    'a step of a round failed',
  )
})

it('passes over items that fail, however many, and is retried (RUN-8)', async () => {
  const left = new Set(Array.from({ length: 500 }, (_, n) => n))
  const due = async (limit: number, failed: readonly string[]) =>
    [...left]
      .map((n) => ({ id: String(n) }))
      .filter(({ id }) => !failed.includes(id))
      .slice(0, limit)
  const work = async ({ id }: { id: string }) => {
    if (Number(id) < 300) throw new Error('secret')
    left.delete(Number(id))
  }
  await expect(handleEach(due, work, silentLogger)).rejects.toThrow('300 of 500 failed')
  expect(left.size).toBe(300)
})
